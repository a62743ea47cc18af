import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { ownPrices } from "@tradewind/contract/catalogue/own-prices.ts";
import { priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import { restrictions } from "@tradewind/contract/access/restrictions.ts";
import { display } from "@tradewind/contract/portal/display.ts";
import { expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const today = () => app.platform.clock.now().toISOString().slice(0, 10);

async function all(person: Person, query: { Search?: string; ProductId?: string } = {}) {
  const items = [];
  for (let After: string | undefined; ;) {
    const { Result } = await app.call(person, ownPrices.list, { query: { ...query, ...(After && { After }) } });
    items.push(...Result!.Items);
    if (Result!.Next === null) return items;
    After = Result!.Next;
  }
}

test("BILL-42 everything for sale is read with its cost and recommended price, page by page, in the reseller's currency", async () => {
  const [pounds, euros] = [await app.signIn(), await app.signIn({ currency: "EUR" })];
  const items = await all(pounds);
  const sold = await app.sql<{ id: string }>("select id from offers where for_sale order by name, id");
  expect(items.map(({ OfferId }) => OfferId).toSorted()).toEqual(sold.map(({ id }) => id).toSorted());
  expect(items.length).toBeGreaterThan(50);
  const [cost] = await app.sql<{ cost: string; recommended: string }>(
    `select trim_scale(x.cost)::text as cost, trim_scale(x.recommended)::text as recommended from prices x join price_lists l on l.id = x.price_list_id
     where x.offer_id = $1 and l.currency = 'EUR' and l.published and l.from_date <= $2 order by l.from_date desc limit 1`,
    [items[0]!.OfferId, today()],
  );
  const inEuros = (await all(euros)).find(({ OfferId }) => OfferId === items[0]!.OfferId)!;
  expect(inEuros).toMatchObject({ Cost: cost!.cost, Recommended: cost!.recommended, Own: null });
  expect(inEuros.Cost).not.toBe(items[0]!.Cost);
});

test("an own price is what the rule for everyone makes of the cost, the closest one first", async () => {
  const person = await app.signIn();
  const [first, second] = (await all(person, { ProductId: "microsoft-365" })).slice(0, 2);
  const put = (rule: object) =>
    app.call(person, priceBooks.put, {
      body: { From: today(), Kind: "markUp", Value: "100", ProductId: "microsoft-365", ...rule },
    });
  await put({});
  await put({ ProductId: null, OfferId: first!.OfferId, Kind: "fixed", Value: "77.5" });
  const items = await all(person, { ProductId: "microsoft-365" });
  const own = (id: string) => items.find(({ OfferId }) => OfferId === id)!;
  expect(own(first!.OfferId).Own).toBe("77.5");
  expect(Number(own(second!.OfferId).Own)).toBeCloseTo(2 * Number(second!.Cost), 6);
  expect((await all(person, { Search: first!.Name })).map(({ OfferId }) => OfferId)).toContain(first!.OfferId);
  expect((await all(await app.signIn(), { ProductId: "microsoft-365" })).every(({ Own }) => Own === null)).toBe(true);
});

test("CAT-21 BILL-42 each offer says how it is charged, and when its cost changed and will change; a file has the same with an example", async () => {
  const person = await app.signIn();
  const [first] = await all(person, { ProductId: "microsoft-365" });
  const offer = first!.OfferId;
  const change = async (days: number, cost: string) => {
    const list = `changed ${days}`;
    await app.sql("insert into price_lists (id, currency, from_date) values ($1, 'GBP', $2::date + $3::int)", [
      list,
      today(),
      days,
    ]);
    await app.sql("insert into prices (price_list_id, offer_id, cost) values ($1, $2, $3)", [list, offer, cost]);
    await app.sql("update price_lists set published = true where id = $1", [list]);
  };
  await change(-2, "71.25");
  await change(9, "71.25");
  await change(30, "80");
  const day = (days: number) => new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10);
  const changed = (await all(person, { ProductId: "microsoft-365" })).find(({ OfferId }) => OfferId === offer)!;
  expect(changed).toMatchObject({
    ChargingModel: first!.ChargingModel,
    Cost: "71.25",
    Last: { From: day(-2), Cost: first!.Cost },
    Next: { From: day(30), Cost: "80" },
  });
  const csv = await app.call(person, ownPrices.csv, { query: { ProductId: "microsoft-365" } });
  expect(csv.headers["content-type"]).toContain("text/csv");
  const line = csv.text.split("\n").find((each) => each.includes(`,${day(30)},`))!;
  expect(line).toContain(`,71.25,`);
  expect(line).toContain(`,${first!.Cost},${day(-2)},80,${day(30)},`);
  expect(line).toContain("3 licences at £71.25 are £213.75");
});

test("BILL-05 prices are refused where they are hidden, and to who sees a part of the company or belongs to a customer", async () => {
  const boss = await app.signIn();
  const engineer = await app.signIn({ resellerId: boss.resellerId, kind: "engineer" });
  await app.call(boss, restrictions.setProducts, {
    params: { userId: engineer.membershipId },
    body: { Version: 0, Every: false, ProductIds: ["exclaimer"] },
  });
  const body = { name: "Acme", organisationTypes: ["Commercial" as const] };
  const { customerId } = (await app.call(boss, customerForms.add, { body })).Result!;
  const admin = await app.signIn({ resellerId: boss.resellerId, kind: "endUserAdmin", customerId });
  for (const person of [engineer, admin]) expect((await app.call(person, ownPrices.list, {})).status).toBe(403);
  await app.call(boss, display.save, { body: { HidePricing: true, HideBanner: false } });
  expect(await app.call(boss, ownPrices.list, {})).toMatchObject({ status: 409, Error: "pricesHidden" });
  expect(await app.call(boss, ownPrices.csv, {})).toMatchObject({ status: 409, Error: "pricesHidden" });
});
