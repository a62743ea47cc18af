import { endpoints } from "@tradewind/contract/all.ts";
import { isRead, type Endpoint } from "@tradewind/contract/endpoint.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { serviceLists } from "@tradewind/contract/ordering/service-lists.ts";
import { search } from "@tradewind/contract/insight/search.ts";
import { rightsGiven } from "@tradewind/domain/access/users.ts";
import { allows } from "@tradewind/domain/values/permissions.ts";
import { beforeAll, expect, test } from "vitest";
import { worldOf } from "./objects.ts";
import { requestFor, type Sent } from "./requests.ts";
import { testApp, type Person } from "./test-app.ts";

const app = await testApp();
const rights = new Set(rightsGiven("endUser"));
const all: [string, Endpoint][] = Object.entries(endpoints);
/** Everything an end user may read. */
const readable = all.filter(([, endpoint]) => {
  const { access, file } = endpoint;
  if (!isRead(endpoint) || access === "public" || access === "signedIn" || file === "text/event-stream") return false;
  return (access.kinds?.includes("endUser") ?? true) && allows(rights, access.anyOf);
});

type Service = { instanceId: string; orderId: string; subscriptionId: string };
let user: Person;
let admin: Person;
let own: Service;
let others: Service[];
const signer = { AgreementName: "Agnes Signer", AgreementEmail: "agnes@acme.example" };

/** Adds a service of the company, or of one of its people, with its order and subscription. */
async function addService(membershipId: string | null): Promise<Service> {
  const { resellerId, customerId } = user;
  const [instance] = await app.sql<{ id: string }>(
    `insert into service_instances (reseller_id, customer_id, product_id, membership_id, status, since, created_at, details)
     values ($1, $2, 'exclaimer', $3, 'Active', '2026-01-02', '2026-01-02', $4) returning id`,
    [resellerId, customerId, membershipId, signer],
  );
  const [order] = await app.sql<{ id: string }>(
    `insert into orders (reseller_id, customer_id, instance_id, product_id, journey, task, status, details, placed_at, placed_by_name)
     values ($1, $2, $3, 'exclaimer', 'Add', 'details', 'Completed', $4, '2026-01-02', 'Robin Tester') returning id`,
    [resellerId, customerId, instance!.id, signer],
  );
  const [subscription] = await app.sql<{ id: string }>(
    `insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
                                quantity, status, anchor_day, term_from, lots, term_end, policy_ids)
     select $1, $2, $3, product_id, id, sku, name, term, billing, 'GBP', 10, 3, 'active', 1, '2026-01-01', '[]', '{"outcome": "cancel"}',
            jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id)
     from offers where product_id = 'exclaimer' order by position limit 1 returning id`,
    [resellerId, customerId, instance!.id],
  );
  return { instanceId: instance!.id, orderId: order!.id, subscriptionId: subscription!.id };
}

beforeAll(async () => {
  const reseller = await app.signIn();
  const customerId = await worldOf(app, reseller).object("customerId");
  const here = { resellerId: reseller.resellerId, customerId };
  user = await app.signIn({ ...here, kind: "endUser", rights: [...rights] });
  admin = await app.signIn({ ...here, kind: "endUserAdmin" });
  const colleague = await app.signIn({ ...here, kind: "endUser", rights: [...rights] });
  await app.sql("update memberships set first_name = 'Hannah', last_name = 'Pearce' where id = $1", [
    colleague.membershipId,
  ]);
  own = await addService(user.membershipId);
  others = [await addService(colleague.membershipId), await addService(null)];
  hidden = [
    ...others.flatMap((each) => Object.values(each)),
    "Hannah",
    "Pearce",
    "Agnes",
    "agnes@",
    colleague.membershipId,
  ];
});
let hidden: string[];

/** The request of an endpoint, with these objects wherever it names one. */
async function asking(name: string, endpoint: Endpoint, objects: Record<string, string>): Promise<Sent> {
  const sent = await requestFor(name, worldOf(app, user));
  const named = (fields: object | undefined) =>
    fields &&
    Object.fromEntries(
      Object.entries(fields).map(([field, value]: [string, unknown]) => [
        field,
        objects[field.charAt(0).toLowerCase() + field.slice(1)] ?? value,
      ]),
    );
  return { ...sent, params: named(sent.params) as Record<string, string>, query: named(sent.query) };
}

test.each(readable)(
  "%s shows an end user nothing of a colleague, of the company, or of who accepted what",
  async (name, endpoint) => {
    const customer = { customerId: user.customerId!, endUserAdminId: user.customerId! };
    for (const service of [own, ...others])
      for (const userId of [user.membershipId, hidden.at(-1)!]) {
        const sent = await asking(name, endpoint, { ...customer, ...service, userId, text: "Exclaimer" });
        const { status, text } = await app.call(user, endpoint, sent);
        expect(status).toBeLessThan(500);
        expect({ name, leaks: hidden.filter((each) => text.includes(each)) }).toEqual({ name, leaks: [] });
      }
  },
);

test("an end user sees their own service, with its seats and history, and an end-user admin all of the company's", async () => {
  const idsFor = async (person: Person) =>
    (await app.call(person, serviceLists.list, { query: {} })).Result!.Items.map(({ Id }) => Id).toSorted();
  expect(await idsFor(user)).toEqual([own.instanceId]);
  expect(await idsFor(admin)).toEqual([own, ...others].map(({ instanceId }) => instanceId).toSorted());
  const byId = (person: Person) => app.call(person, services.byId, { params: { instanceId: own.instanceId } });
  const [mine, theirs] = [(await byId(user)).Result!, (await byId(admin)).Result!];
  expect(mine.Service).toMatchObject({ Id: own.instanceId, Level: "user" });
  expect(mine.Subscriptions).toHaveLength(1);
  expect([mine.Details, theirs.Details]).toEqual([{}, signer]);
  for (const { instanceId } of others)
    expect((await app.call(user, services.byId, { params: { instanceId } })).status).toBe(404);
  const { Result } = await app.call(user, serviceLists.count, { query: {} });
  expect(Result).toMatchObject({ Total: 1, Active: 1 });
  const found = (await app.call(user, search.everything, { query: { Text: "Exclaimer" } })).Result!.Items;
  expect(found.filter(({ Kind }) => Kind !== "plan").map(({ Id }) => Id)).toEqual([own.instanceId]);
});
