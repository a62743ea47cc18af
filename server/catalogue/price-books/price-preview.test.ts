import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer } = orderStory(app, worker);
const today = () => app.platform.clock.now().toISOString().slice(0, 10);

type Put = Partial<InputOf<typeof priceBooks.put>["body"]>;
const bodyOf = (rule: Put) => ({ From: today(), Kind: "fixed" as const, ...rule });
const put = (person: Person, rule: Put) => app.call(person, priceBooks.put, { body: bodyOf(rule) });
const preview = async (person: Person, rule: Put) =>
  (await app.call(person, priceBooks.preview, { body: bodyOf(rule) })).Result!;

async function story() {
  const reseller = await signInSigned();
  const customers = [];
  for (let each = 0; each < 4; each++) customers.push(await addCustomer(reseller));
  const { OfferId } = await offer(reseller, customers[0]!, { term: "P1Y", billing: "monthly" });
  const group = (await app.call(reseller, priceBooks.addGroup, { body: { Name: "Schools" } })).Result!.Id;
  for (const customerId of customers.slice(1, 3))
    await app.call(reseller, priceBooks.setGroup, { params: { customerId }, body: { GroupId: group } });
  return { reseller, customers, group, OfferId };
}

/** Prices of every offer for every customer, as the endpoint of a customer's prices tells them. */
async function pricesOf(reseller: Person, customers: readonly string[]) {
  const all = new Map<string, string | null>();
  for (const customerId of customers) {
    const { Result } = await app.call(reseller, priceBooks.ofCustomer, {
      params: { customerId },
      query: { ProductId: "microsoft-365" },
    });
    for (const item of Result!.Items) all.set(`${customerId} ${item.OfferId}`, item.CustomerPrice);
  }
  return all;
}

test("what a preview says changes is what changes, for whom, and from which price to which", async () => {
  const { reseller, customers, group, OfferId } = await story();
  const rules: Put[] = [
    { OfferId, Value: "30" },
    { GroupId: group, Kind: "margin", Value: "40", ProductId: "microsoft-365" },
    { CustomerId: customers[2]!, OfferId, Value: "19.99" },
    { ProductId: "microsoft-365", Kind: "markUp", Value: "15" },
    { GroupId: group, OfferId, Value: "21" },
    { CustomerId: customers[2]!, OfferId, Kind: "none" },
    { OfferId, Value: "31" },
    { GroupId: group, OfferId, Kind: "none" },
  ];
  let changes = 0;
  for (const rule of rules) {
    const before = await pricesOf(reseller, customers);
    const said = await preview(reseller, rule);
    await put(reseller, rule);
    const after = await pricesOf(reseller, customers);
    const moved = [...after].filter(([key, price]) => before.get(key) !== price);
    changes += moved.length;
    expect(said.Items.reduce((sum, item) => sum + item.Customers, 0)).toBe(moved.length);
    expect(said.Prices).toBe(said.Items.length);
    expect(said.Changed).toBe(new Set(moved.map(([key]) => key.split(" ")[0])).size);
    const told = said.Items.flatMap(({ OfferId: id, Was, Will, Customers }) =>
      Array.from({ length: Customers }, () => `${id} ${Was} ${Will}`),
    );
    expect(told.toSorted()).toEqual(
      moved.map(([key, price]) => `${key.split(" ")[1]} ${before.get(key)} ${price}`).toSorted(),
    );
  }
  expect(changes).toBeGreaterThan(10);
});

test("a preview names customers with rules of their own, groups, and counts whose prices stay", async () => {
  const { reseller, customers, group, OfferId } = await story();
  await put(reseller, { CustomerId: customers[3]!, OfferId, Value: "12" });
  await put(reseller, { GroupId: group, OfferId, Value: "13" });
  const said = await preview(reseller, { OfferId, Value: "20", From: "2099-01-01" });
  expect(said).toMatchObject({
    Items: [{ Level: "everyone", Whose: null, Was: null, Will: "20", Customers: 1 }],
    Changed: 1,
    Kept: 3,
    NotShown: 0,
  });
  expect(await preview(reseller, { GroupId: group, OfferId, Value: "14" })).toMatchObject({
    Items: [{ Level: "group", Whose: "Schools", Was: "13", Will: "14", Customers: 2 }],
    Kept: 0,
  });
  const own = await preview(reseller, { CustomerId: customers[3]!, OfferId, Value: "12.50" });
  expect(own.Items).toMatchObject([{ Level: "customer", Was: "12", Will: "12.50", Customers: 1 }]);
});

test("the list tells each rule's state and whose it is, and is narrowed by level, product and state", async () => {
  const { reseller, customers, group, OfferId } = await story();
  await put(reseller, { OfferId, Value: "30" });
  await put(reseller, { OfferId, Value: "31", From: "2099-01-01" });
  await put(reseller, { GroupId: group, Kind: "markUp", Value: "5" });
  await put(reseller, { CustomerId: customers[0]!, OfferId, Kind: "none" });
  const list = async (query: InputOf<typeof priceBooks.list>["query"]) =>
    (await app.call(reseller, priceBooks.list, { query })).Result!.Items.map(({ State, Kind, Value, Whose }) =>
      [State, Kind, Value, Whose].join(" ").trim(),
    );
  const everyone = ["coming fixed 31", "inForce fixed 30"];
  expect(await list({ Level: "everyone" })).toEqual(everyone);
  expect(await list({ Level: "group" })).toEqual(["inForce markUp 5 Schools"]);
  expect((await list({ State: "past" })).map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual(["past none"]);
  expect(await list({ State: "inForce", ProductId: "microsoft-365" })).toEqual(["inForce fixed 30"]);
  expect(await list({})).toHaveLength(4);

  const replaced = await app.sql<{ id: string }>(
    `insert into price_rules (reseller_id, offer_id, product_id, from_date, kind, value)
     select $1, $2, 'microsoft-365', date '2026-01-01', 'fixed', 9 returning id`,
    [reseller.resellerId, OfferId],
  );
  expect(replaced).toHaveLength(1);
  expect(await list({ Level: "everyone" })).toEqual([...everyone, "past fixed 9"]);
});

test("what is below cost is counted before it is saved, and a fixed price stands beside its cost in the list", async () => {
  const { reseller, OfferId } = await story();
  const { Items, BelowCost } = await preview(reseller, { OfferId, Value: "0.01" });
  expect([Items.length > 0, BelowCost]).toEqual([true, Items.length]);
  expect(await preview(reseller, { OfferId, Value: "1000" })).toMatchObject({ BelowCost: 0 });
  await put(reseller, { OfferId, Value: "0.01" });
  await put(reseller, { Kind: "markUp", Value: "5" });
  const { Result } = await app.call(reseller, priceBooks.list, { query: {} });
  const costs = new Map(Result!.Items.map(({ Kind, Cost }) => [Kind, Cost]));
  expect(costs.get("markUp")).toBeNull();
  expect(costs.get("fixed")).toBe(Items[0]!.Cost);
});

test("nobody previews for another company's customer or group, nor from a day that is over", async () => {
  const { customers, group, OfferId } = await story();
  const stranger = await app.signIn();
  const ask = (rule: Put) => app.call(stranger, priceBooks.preview, { body: bodyOf(rule) });
  expect(await ask({ CustomerId: customers[0]!, OfferId, Value: "1" })).toMatchObject({ status: 404 });
  expect(await ask({ GroupId: group, OfferId, Value: "1" })).toMatchObject({ status: 404 });
  expect(await ask({ OfferId, Value: "1", From: "2020-01-01" })).toMatchObject({ status: 400 });
});
