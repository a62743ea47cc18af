import { assortment } from "@tradewind/contract/catalogue/assortment.ts";
import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { shop } from "@tradewind/contract/catalogue/shop.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { agreement, orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { turnSales } from "./withdrawals.actions.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);
const operator = await app.signInOperator();
const productId = "microsoft-365";
const standard = "CFQ7TTC0LDPB:0001";
const OfferId = `${standard}:P1Y:monthly`;
const today = app.platform.clock.today();

const read = async () => (await app.call(operator, assortment.byId, { params: { productId } })).Result!;
const sell = async (days: { From: string | null; Until?: string | null; OfferId?: string | null }) =>
  app.call(operator, assortment.sell, {
    params: { productId },
    body: { Version: (await read()).Version, OfferId: null, Until: null, ...days },
  });
const offersShown = async (person: Person) => {
  const { Plans } = (await app.call(person, shop.page, { params: { productId } })).Result!;
  return Plans.flatMap(({ Offers }) => Offers.map((offer) => offer.OfferId));
};
const isShown = async (person: Person) =>
  (await app.call(person, catalogue.marketplace)).Result!.Items.some((item) => item.ProductId === productId);
const add = (Quantity: number) => ({ Kind: "add" as const, Lines: [{ Key: "a", OfferId, Quantity }] });

test("a withdrawn offer is not shown and not ordered, and who has it keeps it and may take more", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { placed } = await order(reseller, customerId, add(3));
  const InstanceId = placed.Result!.InstanceId;
  expect(await offersShown(reseller)).toContain(OfferId);
  expect(
    (await sell({ OfferId, From: today })).Result!.Plans.find(({ Sku }) => Sku === standard)!.Offers,
  ).toContainEqual(expect.objectContaining({ OfferId, IsForSale: false, Withdrawal: { From: today, Until: null } }));
  expect(await offersShown(reseller)).not.toContain(OfferId);
  const refused = await order(reseller, await addCustomer(reseller), add(1));
  expect(refused.proposal).toMatchObject({ status: 409, Error: "offerNotForSale" });
  expect(refused.proposal.Messages[0]).toBe("This offer is no longer sold. Choose another one.");
  const { Subscriptions } = await becomes(reseller, InstanceId, "Active");
  const held = Subscriptions[0];
  const more = await order(
    reseller,
    customerId,
    { Kind: "setQuantity", Targets: [{ Key: held!.Id, Quantity: 5 }] },
    { InstanceId },
  );
  expect(more.placed.Succeed).toBe(true);
  await sell({ OfferId, From: null });
  expect(await offersShown(reseller)).toContain(OfferId);
  expect((await order(reseller, await addCustomer(reseller), add(1))).placed.Succeed).toBe(true);
});

test("an order that was proposed before the offer was withdrawn is refused", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const wanted = { CustomerId: customerId, ProductId: productId, Details: agreement, Change: add(1) };
  const { Hash } = (await app.call(reseller, orders.propose, { body: wanted })).Result!;
  await sell({ OfferId, From: today });
  const placed = await app.call(reseller, orders.place, { body: { ...wanted, ProposalHash: Hash } });
  expect(placed).toMatchObject({ status: 409, Error: "offerNotForSale" });
  await sell({ OfferId, From: null });
});

test("a withdrawal begins and ends with the work of its days", async () => {
  const reseller = await signInSigned();
  const [from, until] = [addDays(today, 3), addDays(today, 5)];
  const { Result } = await sell({ OfferId, From: from, Until: until });
  expect(Result!.Plans.flatMap(({ Offers }) => Offers).find((offer) => offer.OfferId === OfferId)).toMatchObject({
    IsForSale: true,
    Withdrawal: { From: from, Until: until },
  });
  for (const [day, shown] of [
    [addDays(today, 2), true],
    [from, false],
    [addDays(today, 4), false],
    [until, true],
  ] as const) {
    await turnSales(worker.platform, day);
    expect([day, (await offersShown(reseller)).includes(OfferId)]).toEqual([day, shown]);
  }
  await sell({ OfferId, From: null });
});

test("a hidden product is found and ordered by nobody, and every company's open pages are told", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  expect(await isShown(reseller)).toBe(true);
  await sell({ From: today, Until: addDays(today, 9) });
  expect(await isShown(reseller)).toBe(false);
  expect((await app.call(reseller, shop.page, { params: { productId } })).status).toBe(404);
  expect((await order(reseller, customerId, add(1))).proposal).toMatchObject({ status: 409, Error: "offerNotForSale" });
  const told = await app.sql<{ resellers: number; all: number }>(
    `select count(distinct reseller_id)::int as resellers, (select count(*)::int from resellers where status = 'Active') as all
     from events where topics = '{catalogue}'`,
  );
  expect(told[0]!.resellers).toBe(told[0]!.all);
  await sell({ From: null });
  expect(await isShown(reseller)).toBe(true);
});

test("days that make no sense are refused on their field", async () => {
  const yesterday = addDays(today, -1);
  expect((await sell({ From: yesterday })).Errors).toEqual({ From: "Must be today or later" });
  expect((await sell({ From: today, Until: today })).Errors).toEqual({ Until: "Must be after the first day" });
  await sell({ From: today });
  await app.sql("update withdrawals set from_date = $1 where offer_id is null", [addDays(today, -3)]);
  expect((await sell({ From: addDays(today, -3), Until: yesterday })).Errors).toEqual({ Until: "Must be after today" });
  expect((await sell({ From: addDays(today, -3), Until: addDays(today, 1) })).status).toBe(200);
  expect((await sell({ From: today, OfferId: "not-of-this:P1Y:monthly" })).status).toBe(404);
  await sell({ From: null });
});
