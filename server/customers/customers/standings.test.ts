import { restrictions } from "@tradewind/contract/access/restrictions.ts";
import { customers, type CustomerListed } from "@tradewind/contract/customers/customers.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { monthlyCost } from "@tradewind/domain/pricing/by-the-month.ts";
import type { Subscription } from "@tradewind/domain/pricing/pricing-types.ts";
import { expect, test } from "vitest";
import { diceOf } from "../../test/mutations.ts";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { keepStandings } from "./standings.actions.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);
const keep = () => keepStandings(worker.platform);

type Asked = Partial<InputOf<typeof customers.list>["query"]>;
async function all(person: Person, asked: Asked): Promise<CustomerListed[]> {
  const items: CustomerListed[] = [];
  for (let After: string | undefined; ;) {
    const { Result } = await app.call(person, customers.list, { query: { ...asked, ...(After && { After }) } });
    items.push(...Result!.Items);
    if (Result!.Next === null) return items;
    After = Result!.Next;
  }
}
const find = async (person: Person, id: string) => (await all(person, {})).find(({ Id }) => Id === id)!;

/** What the customer's subscriptions cost a month, and when the next ends, worked out here. */
async function workedOut(customerId: string) {
  const rows = await app.sql<{
    unit_cost: string;
    quantity: number;
    billing: Subscription["billing"];
    currency: Subscription["currency"];
    status: Subscription["status"];
    term: Subscription["term"];
    term_until: string | null;
  }>(
    "select unit_cost, quantity, billing, currency, status, term, term_until::text from subscriptions where customer_id = $1",
    [customerId],
  );
  const costs = rows.map(({ unit_cost, ...row }) => monthlyCost({ ...row, unitCost: unit_cost }));
  const ends = rows.flatMap(({ status, term, term_until }) =>
    status === "cancelled" || term === "P1M" || !term_until ? [] : [term_until],
  );
  return {
    Monthly: String(costs.reduce((sum, cost) => sum + (cost?.minor ?? 0n), 0n)),
    NextRenewal: ends.toSorted()[0] ?? null,
  };
}

test("a customer shows what its services cost a month and when the next term ends, soon after each change", async () => {
  const person = await signInSigned();
  const customerId = await addCustomer(person);
  await keep();
  expect(await find(person, customerId)).toMatchObject({ Monthly: { Minor: "0" }, NextRenewal: null, Troubles: 0 });
  const [year, month] = [
    await offer(person, customerId, { term: "P1Y", billing: "annual" }),
    await offer(person, customerId, { term: "P1M", billing: "monthly" }),
  ];
  const { placed } = await order(person, customerId, {
    Kind: "add",
    Lines: [
      { Key: "a", OfferId: year.OfferId, Quantity: 7 },
      { Key: "b", OfferId: month.OfferId, Quantity: 3 },
    ],
  });
  const agrees = async () => {
    await keep();
    const { Monthly, NextRenewal } = await find(person, customerId);
    expect({ Monthly: Monthly!.Minor, NextRenewal }).toEqual(await workedOut(customerId));
    return BigInt(Monthly!.Minor);
  };
  const { InstanceId } = placed.Result!;
  const { Subscriptions } = await becomes(person, InstanceId, "Active");
  const before = await agrees();
  expect(before).toBeGreaterThan(0n);
  const Key = Subscriptions[0]!.Id;
  await order(person, customerId, { Kind: "setQuantity", Targets: [{ Key, Quantity: 20 }] }, { InstanceId });
  await becomes(person, InstanceId, "Active");
  expect(await agrees()).toBeGreaterThan(before);
  await order(person, customerId, { Kind: "cancel", Keys: Subscriptions.map(({ Id }) => Id) }, { InstanceId });
  await becomes(person, InstanceId, "Deleted");
  expect(await agrees()).toBe(0n);
});

test("services that failed are trouble, told to open lists and found by it", async () => {
  const person = await signInSigned();
  const [calm, troubled] = [await addCustomer(person, "Calm"), await addCustomer(person, "Troubled")];
  const { OfferId } = await offer(person, troubled, { term: "P1M", billing: "monthly" });
  const { placed } = await order(person, troubled, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 1 }] });
  await becomes(person, placed.Result!.InstanceId, "Active");
  await keep();
  await app.sql("update service_instances set status = 'DeletionFailed' where id = $1", [placed.Result!.InstanceId]);
  await app.sql("insert into events (reseller_id, topics, customer_id) values ($1, '{services}', $2)", [
    person.resellerId,
    troubled,
  ]);
  const told = () =>
    app.sql("select from events where reseller_id = $1 and topics = '{customers}' and customer_id = $2", [
      person.resellerId,
      troubled,
    ]);
  const before = (await told()).length;
  await keep();
  expect((await told()).length).toBe(before + 1);
  await keep();
  expect((await told()).length).toBe(before + 1);
  expect((await all(person, { Attention: "trouble" })).map(({ Id }) => Id)).toEqual([troubled]);
  const { Result } = await app.call(person, customers.count, {});
  expect(Result).toMatchObject({ Total: 2, InTrouble: 1, Renewing: 0 });
  expect((await app.call(person, customers.count, { query: { Attention: "trouble" } })).Result).toMatchObject({
    Total: 1,
    InTrouble: 1,
    Active: 1,
  });
  expect(await find(person, calm)).toMatchObject({ Troubles: 0 });
});

test("a service that differs from its vendor is trouble once, until somebody accepts how it is", async () => {
  const person = await signInSigned();
  const customerId = await addCustomer(person);
  const { OfferId } = await offer(person, customerId, { term: "P1M", billing: "monthly" });
  const { placed } = await order(person, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 1 }] });
  const { Subscriptions } = await becomes(person, placed.Result!.InstanceId, "Active");
  const found = ["quantity", "suspended"].map((kind) =>
    app.sql(
      `insert into differences (reseller_id, customer_id, subscription_id, product_id, fulfiller, tenant_ref, vendor_ref, name, unit, kind, ours, theirs, since, read_at)
       values ($1, $2, $3::uuid, 'microsoft-365', 'microsoft', 't', $3::text, 'Business Basic', 'Licence', $4, '{}', '{}', now(), now())`,
      [person.resellerId, customerId, Subscriptions[0]!.Id, kind],
    ),
  );
  await Promise.all(found);
  const tell = () =>
    app.sql("insert into events (reseller_id, topics, customer_id) values ($1, '{differences}', $2)", [
      person.resellerId,
      customerId,
    ]);
  await tell();
  await keep();
  expect(await find(person, customerId)).toMatchObject({ Troubles: 1 });
  await app.sql("update differences set state = 'accepted' where customer_id = $1", [customerId]);
  await tell();
  await keep();
  expect(await find(person, customerId)).toMatchObject({ Troubles: 0 });
});

test("pages by cost and by renewal hold every customer once, in order", async () => {
  const person = await app.signIn();
  const dice = diceOf(5);
  await app.sql(
    `insert into customers (reseller_id, name, created_at, monthly_minor, next_renewal)
     select $1, 'C ' || n, now(), (array[0, 5, 700, 12345678901])[1 + n % 4],
       case when n % 3 = 0 then 'infinity' else date '2026-12-01' + (n % 90) end from generate_series(1, 120) n`,
    [person.resellerId],
  );
  const cost = ({ Monthly }: CustomerListed) => BigInt(Monthly!.Minor);
  const ends = ({ NextRenewal }: CustomerListed) => NextRenewal ?? "9999";
  for (const Search of ["", "C 1", ["C 11", "C 10"][dice.below(2)]!])
    for (const [by, of] of [
      ["monthly", cost],
      ["renewal", ends],
    ] as const) {
      const up = await all(person, { Sort: by, Search });
      const down = await all(person, { Sort: `-${by}`, Search });
      expect(new Set(up.map(({ Id }) => Id)).size).toBe(up.length);
      expect(up.length).toBe((await all(person, { Search })).length);
      expect(down.map(({ Id }) => Id)).toEqual(up.map(({ Id }) => Id).toReversed());
      for (const [n, row] of up.slice(1).entries()) expect(of(row) >= of(up[n]!)).toBe(true);
    }
});

test("what renews within 30 days is found, and how many", async () => {
  const person = await app.signIn();
  await app.sql(
    `insert into customers (reseller_id, name, created_at, next_renewal)
     select $1, 'In ' || n, now(), (now() + (select offset_ms from business_clock) * interval '1 millisecond')::date + n
     from unnest(array[0, 30, 31]) n`,
    [person.resellerId],
  );
  expect((await all(person, { Attention: "renewing" })).map(({ Name }) => Name)).toEqual(["In 0", "In 30"]);
  const { Result } = await app.call(person, customers.count, { query: { Search: "In" } });
  expect(Result).toMatchObject({ Total: 3, Renewing: 2, InTrouble: 0 });
});

test("who sees some products only, or belongs to a customer, is not told how customers stand", async () => {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const people = { resellerId: boss.resellerId };
  const engineer = await app.signIn({ ...people, kind: "engineer" });
  await app.call(boss, restrictions.setProducts, {
    params: { userId: engineer.membershipId },
    body: { Version: 0, Every: false, ProductIds: ["microsoft-365"] },
  });
  const admin = await app.signIn({ ...people, kind: "endUserAdmin", customerId });
  for (const person of [engineer, admin]) {
    expect(await find(person, customerId)).toMatchObject({ Monthly: null, NextRenewal: null, Troubles: null });
    expect((await app.call(person, customers.count, {})).Result).toMatchObject({ InTrouble: null, Renewing: null });
    for (const query of [{ Sort: "monthly" }, { Sort: "-renewal" }, { Attention: "trouble" }] as const)
      expect((await app.call(person, customers.list, { query })).status).toBe(403);
    expect((await app.call(person, customers.count, { query: { Attention: "renewing" } })).status).toBe(403);
  }
});

test("whoever was not looked at for longer than events are kept is worked out anew", async () => {
  const person = await app.signIn();
  const customerId = await addCustomer(person);
  await keep();
  await app.sql("update customers set troubles = 9, monthly_minor = 9 where id = $1", [customerId]);
  await keep();
  expect(await find(person, customerId)).toMatchObject({ Troubles: 9 });
  await app.sql("update standings_read set at = at - interval '51 minutes'");
  await keep();
  expect(await find(person, customerId)).toMatchObject({ Monthly: { Minor: "0" }, Troubles: 0 });
});
