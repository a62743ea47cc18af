import { priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { activityLog } from "@tradewind/contract/insight/activity-log.ts";
import { restrictions } from "@tradewind/contract/access/restrictions.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { describe, expect, test } from "vitest";
import { agreement, orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { rulesOfMany } from "../offers/price-rules.store.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order } = orderStory(app, worker);
const today = () => app.platform.clock.now().toISOString().slice(0, 10);

type Put = Partial<InputOf<typeof priceBooks.put>["body"]>;
const put = (person: Person, rule: Put) =>
  app.call(person, priceBooks.put, { body: { From: today(), Kind: "fixed", ...rule } });
const addGroup = async (person: Person, Name = "Schools") =>
  (await app.call(person, priceBooks.addGroup, { body: { Name } })).Result!.Id;
const putIntoGroup = (person: Person, customerId: string, GroupId: string | null) =>
  app.call(person, priceBooks.setGroup, { params: { customerId }, body: { GroupId } });

async function story() {
  const reseller = await signInSigned();
  const [customerId, other] = [await addCustomer(reseller), await addCustomer(reseller)];
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const prices = async (id: string) => {
    const { Result } = await app.call(reseller, priceBooks.ofCustomer, {
      params: { customerId: id },
      query: { ProductId: "microsoft-365" },
    });
    const { CustomerPrice, Level, Cost } = Result!.Items.find((item) => item.OfferId === OfferId)!;
    return { CustomerPrice, Level, Cost: Cost! };
  };
  const margin = async (id: string) =>
    (
      await app.call(reseller, orders.propose, {
        body: {
          CustomerId: id,
          ProductId: "microsoft-365",
          Change: { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 1 }] },
        },
      })
    ).Result!.Margin?.CustomerPrice.Minor;
  return { reseller, customerId, other, OfferId, prices, margin };
}

describe("whose price", () => {
  test("a customer's own rule is before its group's, and that before everyone's; a proposal has the same price", async () => {
    const { reseller, customerId, other, OfferId, prices, margin } = await story();
    const group = await addGroup(reseller);
    expect(await prices(customerId)).toMatchObject({ CustomerPrice: null, Level: null });
    await put(reseller, { Kind: "markUp", Value: "10" });
    await put(reseller, { OfferId, Value: "30" });
    await put(reseller, { GroupId: group, OfferId, Value: "25" });
    await putIntoGroup(reseller, customerId, group);

    expect(await prices(customerId)).toMatchObject({ CustomerPrice: "25", Level: "group" });
    expect(await prices(other)).toMatchObject({ CustomerPrice: "30", Level: "everyone" });
    await put(reseller, { CustomerId: customerId, Kind: "margin", Value: "50" });
    const { Cost } = await prices(customerId);
    const doubled = (Number(Cost) * 2).toFixed(2);
    expect(await prices(customerId)).toMatchObject({ CustomerPrice: doubled, Level: "customer" });
    expect([await margin(customerId), await margin(other)]).toEqual([
      String(Math.round(Number(doubled) * 100)),
      "3000",
    ]);

    await put(reseller, { CustomerId: customerId, Kind: "none" });
    expect(await prices(customerId)).toMatchObject({ CustomerPrice: "25", Level: "group" });
    await putIntoGroup(reseller, customerId, null);
    expect(await margin(customerId)).toBe("3000");
  });

  test("what was sold keeps its price, whatever the rules say afterwards", async () => {
    const { reseller, customerId, OfferId } = await story();
    await put(reseller, { CustomerId: customerId, OfferId, Value: "21.50" });
    const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 2 }] });
    expect(placed.status).toBe(200);
    await put(reseller, { CustomerId: customerId, OfferId, Value: "99" });

    const kept = await app.sql("select customer_price::text from subscriptions where reseller_id = $1", [
      reseller.resellerId,
    ]);
    expect(kept).toEqual([{ customer_price: "21.50000000" }]);
  });

  test("a rule from a later day waits for it, and can be removed until then", async () => {
    const { reseller, customerId, OfferId, prices } = await story();
    const later = await put(reseller, { CustomerId: customerId, OfferId, Value: "40", From: "2099-01-01" });
    expect(await prices(customerId)).toMatchObject({ CustomerPrice: null });
    const begun = await put(reseller, { CustomerId: customerId, OfferId, Value: "20" });
    expect(await prices(customerId)).toMatchObject({ CustomerPrice: "20" });

    const list = () => app.call(reseller, priceBooks.list, { query: { CustomerId: customerId } });
    expect((await list()).Result!.Items.map(({ From, Value }) => [From, Value])).toEqual([
      ["2099-01-01", "40"],
      [today(), "20"],
    ]);
    const remove = (priceRuleId: string) => app.call(reseller, priceBooks.remove, { params: { priceRuleId } });
    expect(await remove(later.Result!.Id)).toMatchObject({ status: 200 });
    expect(await remove(begun.Result!.Id)).toMatchObject({ status: 409, Error: "priceRuleBegun" });
    expect((await list()).Result!.Items).toHaveLength(1);
  });

  test("so many rules of one price wait for their day, and no more", async () => {
    const { reseller, customerId, OfferId } = await story();
    const on = (day: number) =>
      put(reseller, { CustomerId: customerId, OfferId, Value: "40", From: `2099-01-${String(day).padStart(2, "0")}` });
    for (let day = 1; day <= 24; day++) expect((await on(day)).Succeed).toBe(true);
    expect(await on(25)).toMatchObject({ status: 400, Errors: { From: expect.stringContaining("Remove one") } });
    expect((await on(24)).Succeed).toBe(true);
    expect(
      (await put(reseller, { CustomerId: customerId, Value: "5", Kind: "markUp", From: "2099-01-25" })).Succeed,
    ).toBe(true);
  });

  test("the price that is set on the price list is everyone's, and what was set before the rules came still counts", async () => {
    const { reseller, customerId, OfferId, prices } = await story();
    await app.sql(
      "insert into reseller_prices (reseller_id, offer_id, from_date, price) values ($1, $2, '2026-01-01', 33)",
      [reseller.resellerId, OfferId],
    );
    expect(await prices(customerId)).toMatchObject({ CustomerPrice: "33", Level: "everyone" });
    await app.call(reseller, catalogue.setCustomerPrice, {
      params: { offerId: OfferId },
      body: { CustomerPrice: "34.5" },
    });
    expect(await prices(customerId)).toMatchObject({ CustomerPrice: "34.5", Level: "everyone" });
    await app.call(reseller, catalogue.setCustomerPrice, {
      params: { offerId: OfferId },
      body: { CustomerPrice: null },
    });
    expect(await prices(customerId)).toMatchObject({ CustomerPrice: null, Level: null });
  });
});

test.each([
  [{ Kind: "fixed", Value: "9" }, "Kind"],
  [{ Kind: "margin", Value: "100" }, "Value"],
  [{ Kind: "markUp" }, "Value"],
  [{ Kind: "markUp", Value: "5", From: "2020-01-01" }, "From"],
  [{ Kind: "markUp", Value: "5", CustomerId: crypto.randomUUID(), GroupId: crypto.randomUUID() }, "GroupId"],
] as const)("%o is refused at %s", async (rule, field) => {
  const attempt = await put(await app.signIn(), rule);
  expect(attempt).toMatchObject({ status: 400, Errors: { [field]: expect.any(String) } });
});

test("nobody sets or reads prices for another company's customer or group, or while prices are hidden", async () => {
  const { reseller, customerId, OfferId } = await story();
  const group = await addGroup(reseller);
  const stranger = await app.signIn();
  expect(await put(stranger, { CustomerId: customerId, OfferId, Value: "1" })).toMatchObject({ status: 404 });
  expect(await put(stranger, { GroupId: group, OfferId, Value: "1" })).toMatchObject({ status: 404 });
  expect(await putIntoGroup(stranger, customerId, null)).toMatchObject({ status: 404 });
  expect(await app.call(stranger, priceBooks.list, { query: { GroupId: group } })).toMatchObject({ status: 404 });
  expect(await app.call(reseller, priceBooks.addGroup, { body: { Name: "SCHOOLS" } })).toMatchObject({
    status: 409,
    Error: "priceGroupNameTaken",
  });
  await app.sql("update resellers set hide_pricing = true where id = $1", [reseller.resellerId]);
  const hidden = await app.signIn({ resellerId: reseller.resellerId });
  expect(await put(hidden, { OfferId, Value: "1" })).toMatchObject({ status: 409, Error: "pricesHidden" });
});

test("whoever looks after some customers or products only sets no prices: they count for others, too", async () => {
  const { reseller, customerId, OfferId } = await story();
  const engineerOf = async () => app.signIn({ kind: "engineer", resellerId: reseller.resellerId });
  const [ofProducts, ofCustomers] = [await engineerOf(), await engineerOf()];
  await app.call(reseller, restrictions.setProducts, {
    params: { userId: ofProducts.membershipId },
    body: { Version: 0, Every: false, ProductIds: ["microsoft-365"] },
  });
  await app.call(reseller, restrictions.setCustomers, {
    params: { userId: ofCustomers.membershipId },
    body: { Version: 0, Every: false, CustomerIds: [customerId] },
  });
  for (const engineer of [ofProducts, ofCustomers])
    expect(await put(engineer, { OfferId, CustomerId: customerId, Value: "31" })).toMatchObject({
      status: 403,
      Error: "PermissionNotFound",
    });
});

test("whoever sees no prices reads in no log what a price was set to", async () => {
  const { reseller, customerId, OfferId } = await story();
  await put(reseller, { CustomerId: customerId, OfferId, Value: "47.11" });
  const logs = async (person: Person) => {
    const { Result: own } = await app.call(person, activityLog.list, { query: {} });
    const { Result: ofCustomer } = await app.call(person, customers.activity, { params: { customerId }, query: {} });
    const { text: csv } = await app.call(person, activityLog.csv, { query: {} });
    return [...own!.Items.map(({ What }) => What), ...ofCustomer!.Items.map(({ What }) => What), csv].join("\n");
  };
  const all = /Set the price of .* from \d{4}-\d\d-\d\d to 47.11 GBP/g;
  expect((await logs(reseller)).match(all)).toHaveLength(3);
  expect((await app.call(reseller, activityLog.sealed)).status).toBe(200);
  await app.sql("update resellers set hide_pricing = true where id = $1", [reseller.resellerId]);
  const hidden = await app.signIn({ resellerId: reseller.resellerId });
  const read = await logs(hidden);
  expect(read).not.toContain("47.11");
  expect(read.match(/Set the price of .* from \d{4}-\d\d-\d\d/g)).toHaveLength(3);
  expect(await app.call(hidden, activityLog.sealed)).toMatchObject({ status: 409, Error: "pricesHidden" });
});

test("a customer's own people read nothing of its price group and its prices in what was done for it", async () => {
  const { reseller, customerId, OfferId } = await story();
  await putIntoGroup(reseller, customerId, await addGroup(reseller, "Pays late"));
  await put(reseller, { CustomerId: customerId, OfferId, Value: "47.11" });
  const done = async (person: Person) =>
    (await app.call(person, customers.activity, { params: { customerId } })).Result!.Items.filter(({ What }) =>
      /price/i.test(What),
    ).length;
  expect(await done(reseller)).toBe(2);
  expect(await done(await app.signIn({ kind: "endUserAdmin", resellerId: reseller.resellerId, customerId }))).toBe(0);
});

test("rules are read only of the products in question", async () => {
  const { reseller, customerId, OfferId } = await story();
  const [mine, theirs] = [await addGroup(reseller, "Schools"), await addGroup(reseller, "Shops")];
  await putIntoGroup(reseller, customerId, mine);
  for (const GroupId of [mine, theirs, null]) {
    await put(reseller, { GroupId, OfferId, Value: "20" });
    await put(reseller, { GroupId, ProductId: "acronis-backup", Kind: "markUp", Value: "20" });
  }
  const buyer = { reseller_id: reseller.resellerId, customer_id: customerId, product_id: "microsoft-365" };
  const rulesOf = await app.platform.database.read({ role: "app_tenant", resellerId: reseller.resellerId }, (db) =>
    rulesOfMany(db, [buyer]),
  );
  expect(rulesOf(buyer).rules).toMatchObject([
    { level: "group", offerId: OfferId },
    { level: "everyone", offerId: OfferId },
  ]);
});

test("an order's answers still hold: what is ordered has the rule's price in its books", async () => {
  const { reseller, customerId, OfferId } = await story();
  const wanted = {
    CustomerId: customerId,
    ProductId: "microsoft-365",
    Details: agreement,
    Change: { Kind: "add" as const, Lines: [{ Key: "a", OfferId, Quantity: 1 }] },
  };
  const { Result } = await app.call(reseller, orders.propose, { body: wanted });
  await put(reseller, { CustomerId: customerId, OfferId, Value: "55" });
  const attempt = await app.call(reseller, orders.place, { body: { ...wanted, ProposalHash: Result!.Hash } });
  expect(attempt).toMatchObject({ status: 409, Error: "proposalChanged" });
});
