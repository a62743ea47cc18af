import { everyIntent, intents, type ScheduledItem } from "@tradewind/contract/ordering/intents.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { followIntents } from "./intents.actions.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

type Query = { Search?: string; State?: ScheduledItem["State"]; Kind?: ScheduledItem["Kind"]; Within?: "7" | "30" };
const list = async (person: Person, query: Query & { After?: string } = {}) =>
  (await app.call(person, intents.list, { query })).Result!;
const names = async (person: Person, query: Query = {}) =>
  (await list(person, query)).Items.map(({ CustomerName }) => CustomerName);

const endsIt: object = { outcome: "cancel" };

/** Adds a customer with a subscription for which something is scheduled. */
async function addScheduled(
  { resellerId }: Person,
  name: string,
  { wish = endsIt, days = 10, state = "placed", status = "active", product = "microsoft-365", closed = false } = {},
): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `with customer as (
       insert into customers (reseller_id, name, created_at) values ($1, $2, '2026-01-01') returning id),
     instance as (
       insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       select $1, id, $6, 'Active', '2026-01-01', '2026-01-01' from customer returning id, customer_id),
     bought as (
       insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
         quantity, status, anchor_day, term_from, term_until, lots, term_end, policy_ids)
       select $1, i.customer_id, i.id, o.product_id, o.id, o.sku, o.name, o.term, o.billing, 'GBP', 10, 4, $5, 1, '2026-01-01',
         $9::date + $4::int, '[]', '{"outcome": "cancel"}',
         jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id)
       from instance i cross join lateral (select * from offers where product_id = $6 order by position limit 1) o returning *)
     insert into intents (reseller_id, customer_id, product_id, subscription_id, kind, wish, counts_from, set_by, set_at, state, since, closed_at)
     select $1, customer_id, product_id, id, case when $3::jsonb ? 'billing' then 'billing' else 'termEnd' end, $3::jsonb, term_until,
       '=Robin', now(), $7, now(), case when $8 then now() end from bought returning customer_id as id`,
    [resellerId, name, wish, days, status, product, state, closed, worker.platform.clock.today()],
  );
  return row!.id;
}

test("what is scheduled is listed with what happens, on which day, set by whom, for how much, and where it stands at its vendor", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId, Cost } = await offer(reseller, customerId, { term: "P1M", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 4 }] });
  const { InstanceId } = placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  const [row] = await app.sql<{ id: string; until: string; lock: number }>(
    `select s.id, s.term_until::text as until, (p.value ->> 'lockHours')::int as lock from subscriptions s
     join policies p on p.id = s.policy_ids ->> 'termEnd' where s.instance_id = $1`,
    [InstanceId],
  );
  expect((await list(reseller)).Items).toEqual([]);
  const schedule = async (Outcome: "renew" | "cancel", Quantity?: number) => {
    const Targets = [{ Key: row!.id, Outcome, ...(Quantity === undefined ? {} : { Quantity }) }];
    await order(reseller, customerId, { Kind: "schedule", Targets }, { InstanceId });
    await becomes(reseller, InstanceId, "Active");
  };
  await schedule("cancel");
  const item = {
    CustomerId: customerId,
    InstanceId,
    ProductName: "Microsoft 365",
    VendorName: "Microsoft",
    Kind: "cancel",
    Text: "Ends with its term",
    On: row!.until,
    SetBy: "Robin Tester",
    State: "placed",
    StateText: expect.stringMatching(/^Microsoft has it since /),
    Until: new Date(Date.parse(row!.until) - row!.lock * 3_600_000).toISOString(),
  };
  expect((await list(reseller)).Items).toMatchObject([{ ...item, Then: null }]);
  await schedule("renew", 6);
  const Then = { Billing: "monthly", Net: { Minor: String(Math.round(Number(Cost) * 600)), Currency: "GBP" } };
  expect((await list(reseller)).Items).toMatchObject([
    { ...item, Kind: "renew", Text: "Renews with 6 licences", Then },
  ]);
  const read = await app.call(reseller, services.byId, { params: { instanceId: InstanceId } });
  expect(read.Result!.Subscriptions).toMatchObject([{ Then }]);
  await worker.moveDays(34);
  expect((await list(reseller)).Items).toEqual([]);
});

test("open pages are told when a vendor is seen to have lost what is scheduled", async () => {
  const reseller = await signInSigned();
  const customerId = await addScheduled(reseller, "Acme Dental");
  const [row] = await app.sql<{ id: string }>("select subscription_id as id from intents where customer_id = $1", [
    customerId,
  ]);
  const see = (isThere: boolean) =>
    worker.platform.database.write({ role: "app_worker" }, (tx) =>
      followIntents(
        tx,
        "termEnd",
        [{ resellerId: reseller.resellerId, subscriptionId: row!.id, isThere }],
        app.platform.clock.now(),
      ),
    );
  const told = () =>
    app.sql("select topics from events where reseller_id = $1 and customer_id = $2", [reseller.resellerId, customerId]);
  await see(true);
  expect(await told()).toEqual([]);
  await see(false);
  expect((await list(reseller)).Items).toMatchObject([{ State: "lost" }]);
  expect(await told()).toEqual([{ topics: ["services"] }]);
});

test("what is scheduled is searched and filtered by state, kind and day; what is over or has ended is left out", async () => {
  const boss = await app.signIn();
  const renewal = { outcome: "renew", offerId: null, quantity: 5 };
  await addScheduled(boss, "Dove Farm", { days: 40, state: "lost" });
  await addScheduled(boss, "Acme Dental", { days: 5 });
  await addScheduled(boss, "Bright Legal", { days: 20, state: "notYet", wish: renewal });
  await addScheduled(boss, "Cedar Care", {
    days: 30,
    state: "tooLate",
    wish: { billing: "annual", offerId: "CFQ7TTC0LCHC:0002:P1Y:annual" },
  });
  await addScheduled(boss, "Elm House", { closed: true });
  await addScheduled(boss, "Fern Hill", { status: "cancelled" });
  await addScheduled(await app.signIn(), "Acme Elsewhere");
  expect(await names(boss)).toEqual(["Acme Dental", "Bright Legal", "Cedar Care", "Dove Farm"]);
  expect(await names(boss, { Search: "acme" })).toEqual(["Acme Dental"]);
  expect(await names(boss, { State: "lost" })).toEqual(["Dove Farm"]);
  expect(await names(boss, { Kind: "cancel" })).toEqual(["Acme Dental", "Dove Farm"]);
  expect(await names(boss, { Kind: "renew" })).toEqual(["Bright Legal"]);
  expect(await names(boss, { Kind: "billing" })).toEqual(["Cedar Care"]);
  expect(await names(boss, { Within: "7" })).toEqual(["Acme Dental"]);
  expect(await names(boss, { Within: "30", State: "tooLate" })).toEqual(["Cedar Care"]);
  expect((await list(boss, { Kind: "billing" })).Items).toMatchObject([{ Text: "Is billed once a year" }]);
});

test("pages go on by day and key, each entry once", async () => {
  const boss = await app.signIn();
  for (let each = 0; each < 53; each++)
    await addScheduled(boss, `Customer ${String(each).padStart(2, "0")}`, { days: 5 + (each % 3) });
  const first = await list(boss);
  const second = await list(boss, { After: first.Next! });
  expect([first.Items.length, second.Items.length, second.Next]).toEqual([50, 3, null]);
  const all = [...first.Items, ...second.Items];
  expect(new Set(all.map(({ Id }) => Id)).size).toBe(53);
  expect(all.map(({ On }) => On)).toEqual(all.map(({ On }) => On).toSorted());
});

test("restricted people see what is scheduled for their customers and products, in the list and in the file", async () => {
  const boss = await app.signIn();
  const acme = await addScheduled(boss, "Acme Dental");
  await addScheduled(boss, "Bright Legal");
  const engineer = await app.signIn({ kind: "engineer", resellerId: boss.resellerId });
  await app.sql("update memberships set only_customers = true where id = $1", [engineer.membershipId]);
  await app.sql("insert into membership_customers values ($1, $2, $3)", [boss.resellerId, engineer.membershipId, acme]);
  expect(await names(engineer)).toEqual(["Acme Dental"]);
  expect((await app.call(engineer, intents.csv)).text.trim().split("\r\n")).toHaveLength(2);
  await app.sql("update memberships set only_products = '{exclaimer}' where id = $1", [engineer.membershipId]);
  app.platform.sessions.forget("");
  expect(await names(engineer)).toEqual([]);
});

test("the file has what the list finds, and no cell runs as a formula", async () => {
  const boss = await app.signIn();
  await addScheduled(boss, "Acme Dental", { state: "lost" });
  await addScheduled(boss, "Bright Legal", { days: 12, wish: { outcome: "renew", offerId: null, quantity: 9 } });
  await app.sql(
    `update subscriptions set term_end = '{"outcome": "renew", "offerId": null, "quantity": 9}'
     where customer_id = (select id from customers where reseller_id = $1 and name = 'Bright Legal')`,
    [boss.resellerId],
  );
  const answer = await app.call(boss, intents.csv);
  expect(answer.headers["content-disposition"]).toBe('attachment; filename="scheduled.csv"');
  const [head, first, second] = answer.text.trim().split("\r\n");
  expect(head).toBe(
    'Customer,Product,Subscription,What,Units,From,Set by,Set (UTC),Vendor,At the vendor,Until (UTC),"Then, net",Currency,Billed',
  );
  const { Items } = await list(boss);
  const until = Items.map(({ Until }) => Until.slice(0, 16).replace("T", " "));
  const then = (Number(Items[1]!.Then!.Net.Minor) / 100).toFixed(2);
  const timed = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
  expect(first).toMatch(
    new RegExp(`^Acme Dental,Microsoft 365,.+,Ends,4,${Items[0]!.On},'=Robin,${timed},Microsoft,Lost,${until[0]},,,$`),
  );
  expect(second).toMatch(
    new RegExp(
      `^Bright Legal,.+,Renews,9,${Items[1]!.On},.+,There,${until[1]},${then},GBP,${Items[1]!.Then!.Billing}$`,
    ),
  );
  const found = await app.call(boss, intents.csv, { query: { State: "lost" } });
  expect(found.text.trim().split("\r\n")).toHaveLength(2);
});

test("the operator sees what is scheduled of all resellers, with whose it is", async () => {
  const boss = await app.signIn();
  await app.sql("update resellers set name = 'Zephyr Hosting' where id = $1", [boss.resellerId]);
  await addScheduled(boss, "Acme Dental", { state: "lost", days: 1 });
  await addScheduled(await app.signIn(), "Bright Legal", { days: 1 });
  const operator = await app.signInOperator();
  const seen = async (query: Query) => (await app.call(operator, everyIntent.list, { query })).Result!.Items;
  const all = (await seen({})).map(({ CustomerName }) => CustomerName);
  expect(all).toContain("Acme Dental");
  expect(all).toContain("Bright Legal");
  expect(await seen({ Search: "zephyr" })).toMatchObject([
    { CustomerName: "Acme Dental", ResellerName: "Zephyr Hosting", Then: null },
  ]);
  await app.sql(
    `update subscriptions set term_end = '{"outcome": "renew", "offerId": null, "quantity": 9}' where reseller_id = $1`,
    [boss.resellerId],
  );
  await app.sql(
    `update intents set wish = '{"outcome": "renew", "offerId": null, "quantity": 9}' where reseller_id = $1`,
    [boss.resellerId],
  );
  expect((await seen({ Search: "zephyr" }))[0]!.Then).toEqual((await list(boss)).Items[0]!.Then);
  expect(await seen({ Search: "zephyr", State: "placed" })).toEqual([]);
});
