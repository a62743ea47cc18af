import { priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { addCustomerOf } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const ProductId = "microsoft-365";
const OfferId = "CFQ7TTC0LCHC:0002:P1Y:monthly";
const today = () => app.platform.clock.today();

async function days(count: number) {
  await app.sql("update business_clock set offset_ms = offset_ms + $1", [count * 86_400_000]);
  await app.platform.clock.refresh();
}

const put = (person: Person, rule: Partial<InputOf<typeof priceBooks.put>["body"]>) =>
  app.call(person, priceBooks.put, { body: { From: today(), Kind: "fixed", ...rule } });
const asked = (person: Person, On: string, KnownOn: string, CustomerId?: string) =>
  app.call(person, priceBooks.asOf, { query: { On, KnownOn, ProductId, ...(CustomerId && { CustomerId }) } });
async function asOf(...call: Parameters<typeof asked>) {
  const { Items, Changes } = (await asked(...call)).Result!;
  const { Then, Now } = Items.find((item) => item.OfferId === OfferId)!;
  return { Then, Now, Changes };
}

test("prices are shown as they were: rules, groups and lists on a day, as was known at the time or later", async () => {
  const person = await app.signIn();
  const customerId = await addCustomerOf(app, person);
  const first = today();
  await put(person, { OfferId, Value: "30" });
  await put(person, { CustomerId: customerId, OfferId, Value: "25", From: addDays(first, 3) });
  await days(2);
  await put(person, { CustomerId: customerId, OfferId, Value: "24", From: addDays(first, 3) });
  const { Id: GroupId } = (await app.call(person, priceBooks.addGroup, { body: { Name: "Schools" } })).Result!;
  await put(person, { GroupId, OfferId, Value: "28" });
  await app.call(person, priceBooks.setGroup, { params: { customerId }, body: { GroupId } });
  await days(2);

  const price = async (On: string, KnownOn: string) => {
    const { Then } = await asOf(person, On, KnownOn, customerId);
    return [Then!.CustomerPrice, Then!.Level];
  };
  const [before, second, third] = [-1, 2, 3].map((count) => addDays(first, count)) as [string, string, string];
  expect(await price(before, today())).toEqual([null, null]);
  expect(await price(first, before)).toEqual([null, null]);
  expect(await price(first, first)).toEqual(["30", "everyone"]);
  expect(await price(first, today())).toEqual(["30", "everyone"]);
  expect(await price(second, second)).toEqual(["28", "group"]);
  expect(await price(third, first)).toEqual(["25", "customer"]);
  expect(await price(third, today())).toEqual(["24", "customer"]);
  expect((await asOf(person, third, today())).Then).toMatchObject({ CustomerPrice: "30", Level: "everyone" });

  const since = await asOf(person, first, first, customerId);
  const live = await app.call(person, priceBooks.ofCustomer, { params: { customerId }, query: { ProductId } });
  expect(live.Result!.Items.find((item) => item.OfferId === OfferId)).toMatchObject({ ...since.Now });
  expect(since.Changes.map(({ What, Rule, Group }) => [What, Rule?.Value ?? Group])).toEqual([
    ["group", "Schools"],
    ["rule", "28"],
    ["rule", "24"],
  ]);
  // The rule of the customer was known on the second day and began after it.
  expect((await asOf(person, second, second, customerId)).Changes).toMatchObject([
    { What: "rule", Rule: { Value: "24" }, EffectiveOn: third },
  ]);
});

test("a rule that was removed before its day, and a group that was left, are shown to whoever asks for when they were known", async () => {
  const person = await app.signIn();
  const customerId = await addCustomerOf(app, person);
  const first = today();
  const { Id: GroupId } = (await app.call(person, priceBooks.addGroup, { body: { Name: "Shops" } })).Result!;
  await put(person, { GroupId, OfferId, Value: "28" });
  await app.call(person, priceBooks.setGroup, { params: { customerId }, body: { GroupId } });
  const coming = await put(person, { CustomerId: customerId, OfferId, Value: "9", From: addDays(first, 5) });
  await days(1);
  await app.call(person, priceBooks.remove, { params: { priceRuleId: coming.Result!.Id } });
  await app.call(person, priceBooks.setGroup, { params: { customerId }, body: { GroupId: null } });
  const later = addDays(first, 6);
  expect((await asOf(person, later, first, customerId)).Then).toMatchObject({ CustomerPrice: "9", Level: "customer" });
  expect((await asOf(person, later, today(), customerId)).Then).toMatchObject({ CustomerPrice: null, Level: null });
  const { Then, Changes } = await asOf(person, first, first, customerId);
  expect(Then).toMatchObject({ CustomerPrice: "28", Level: "group" });
  expect(Changes.map(({ What, Group }) => [What, Group])).toEqual([
    ["group", null],
    ["removed", null],
  ]);
});

test("a price list counts from its day, for whoever knew of it", async () => {
  const person = await app.signIn();
  const yesterday = today();
  await days(1);
  await app.sql("insert into price_lists (id, currency, from_date) values ('GBP-2090-01-01', 'GBP', '2090-01-01')");
  await app.sql("insert into prices (price_list_id, offer_id, cost) values ('GBP-2090-01-01', $1, 99)", [OfferId]);
  await app.sql("update price_lists set published = true where id = 'GBP-2090-01-01'");
  const cost = async (On: string, KnownOn: string) => (await asOf(person, On, KnownOn)).Then?.Cost;
  const usual = await cost(today(), today());
  expect(await cost("2090-01-01", yesterday)).toBe(usual);
  expect(await cost("2090-01-01", today())).toBe("99");
  expect(await cost("2001-01-01", today())).toBeUndefined();
  expect((await asOf(person, today(), yesterday)).Changes).toMatchObject([
    { What: "list", EffectiveOn: "2090-01-01", Rule: null },
  ]);
});

test("prices as they were are nobody else's, and hidden where prices are", async () => {
  const person = await app.signIn();
  const customerId = await addCustomerOf(app, person);
  await put(person, { CustomerId: customerId, OfferId, Value: "25" });
  const stranger = await app.signIn();
  expect((await asked(stranger, today(), today(), customerId)).status).toBe(404);
  expect((await asOf(stranger, today(), today())).Then).toMatchObject({ CustomerPrice: null });
  await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
  const colleague = await app.signIn({ resellerId: person.resellerId });
  expect(await asked(colleague, today(), today())).toMatchObject({ status: 409, Error: "pricesHidden" });
  for (const table of ["price_rule_history", "price_group_history"])
    await expect(app.sql(`update ${table} set recorded_at = now()`)).rejects.toThrow("append-only");
});
