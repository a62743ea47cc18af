import { orders, type WireProposal } from "@tradewind/contract/ordering/orders.ts";
import { stock } from "@tradewind/contract/ordering/stock.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { goodsStory } from "../../test/goods.ts";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { endReservations } from "../goods/goods.actions.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, becomes } = orderStory(app, worker);
const operator = await app.signInOperator();
const { receive, level, propose, place, order, workFor } = goodsStory(app, worker, operator);

const moves = async (sku: string) => (await app.call(operator, stock.moves, { params: { sku } })).Result!.Items;
const adjust = (sku: string, Quantity: number, Kind: "adjusted" | "writtenOff" = "adjusted") =>
  app.call(operator, stock.adjust, { params: { sku }, body: { Kind, Quantity, Reason: "Counted" } });
const shortOf = ({ Findings }: WireProposal) =>
  Findings.filter(({ Code }) => Code === "backordered").map(({ Text }) => Text);
/** What a journey tells of goods before they are chosen. */
async function toldOf(person: Person, CustomerId: string, sku: string) {
  const query = { CustomerId, Action: "Add" as const };
  const params = { by: "product" as const, name: "hosted-voice-hardware" };
  const { Result } = await app.call(person, orders.journey, { params, query });
  return Result!.Steps.flatMap(({ Items }) => Items).find(({ Sku }) => Sku === sku)?.Stock;
}
const nameOf = () => `Goods ${crypto.randomUUID().slice(0, 6)}`;

test("stock is received, kept for orders in their turn, sent, and never falls below zero", async () => {
  const sku = "phone-t57w";
  const boss = await signInSigned();
  const [first, second] = [nameOf(), nameOf()];
  expect(await level(sku)).toMatchObject({ IsCounted: false, Free: 0 });
  expect((await receive(sku, 4)).Result).toMatchObject({ IsCounted: true, Free: 4, Reserved: 0 });
  expect(await adjust(sku, -5)).toMatchObject({ status: 409, Error: "stockTooLow" });

  const customerId = await addCustomer(boss, first);
  expect(await toldOf(boss, customerId, sku)).toEqual({ Free: 4, RunsOut: false });
  const proposal = await propose(boss, customerId, sku, 5);
  expect(proposal.Result!.Findings.find(({ Code }) => Code === "backordered")?.Text).toBe(
    "4 of 5 × Yealink T57W touch phone are in stock: the other 1 follow as they come in.",
  );
  const placed = await order(boss, customerId, sku, 5);
  expect(placed).toMatchObject({ status: 200 });
  expect(await level(sku)).toMatchObject({ Free: 0, Reserved: 4, Missing: 1 });
  const later = await order(boss, await addCustomer(boss, second), sku, 2);
  expect(later).toMatchObject({ status: 200 });
  expect(await adjust(sku, -1)).toMatchObject({ status: 409, Error: "stockTooLow" });

  const item = await workFor(first);
  expect(item.Lines[0]!.Goods).toMatchObject({ Reserved: 4, Dispatched: 0, Cancelled: 0, Missing: 1, Rest: 5 });
  expect(await app.call(operator, work.complete, { params: { workItemId: item.Id }, body: {} })).toMatchObject({
    status: 409,
    Error: "notReserved",
  });
  // The order that came first gets the one that it lacks before the later one gets anything.
  expect((await receive(sku, 2)).Result).toMatchObject({ Free: 0, Reserved: 6, Missing: 1 });
  expect((await app.call(operator, work.complete, { params: { workItemId: item.Id }, body: {} })).status).toBe(200);
  await becomes(boss, placed.Result!.InstanceId, "Active");
  expect(await level(sku)).toMatchObject({ Free: 0, Reserved: 1, Missing: 1 });

  // What is refused is free again, here for nobody.
  const other = await workFor(second);
  await app.call(operator, work.reject, { params: { workItemId: other.Id }, body: { Note: "Discontinued" } });
  await becomes(boss, later.Result!.InstanceId, "ActivationFailed");
  expect(await level(sku)).toMatchObject({ Free: 1, Reserved: 0, Missing: 0 });
  expect((await adjust(sku, 1, "writtenOff")).Result).toMatchObject({ Free: 0 });
  // Trying it again takes a new turn.
  await receive(sku, 1);
  expect((await app.call(boss, orders.retry, { params: { orderId: later.Result!.OrderId } })).status).toBe(200);
  expect(await level(sku)).toMatchObject({ Free: 0, Reserved: 1, Missing: 1 });

  const log = await moves(sku);
  expect(log.map(({ Kind, Quantity }) => `${Kind} ${Quantity}`)).toEqual([
    "reserved 1",
    "received 1",
    "writtenOff 1",
    "released 1",
    "dispatched 5",
    "reserved 1",
    "reserved 1",
    "received 2",
    "reserved 4",
    "received 4",
  ]);
  expect(log[4]).toMatchObject({ CustomerName: first, By: expect.any(String), Free: 0, Reserved: -5 });
  const sum = (column: "Free" | "Reserved") => log.reduce((total, each) => total + each[column], 0);
  expect(await level(sku)).toMatchObject({ Free: sum("Free"), Reserved: sum("Reserved") });
});

const [buyers, units] = inject("long") ? [50, 10] : [15, 4];
test(`of ${buyers} orders at once for the last ${units} units, exactly as many get theirs`, async () => {
  const [kept, sold] = ["phone-t54w", "switch-poe8"];
  await receive(kept, units);
  await receive(sold, units);
  const people = await Promise.all([signInSigned(), signInSigned(), signInSigned()]);
  const customers = await Promise.all(
    Array.from({ length: buyers }, async (_, at) => {
      const person = people[at % 3]!;
      return { person, customerId: await addCustomer(person) };
    }),
  );
  const orderAll = (sku: string) =>
    Promise.all(customers.map(({ person, customerId }) => order(person, customerId, sku, 1)));

  const backordered = await orderAll(kept);
  expect(backordered.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await level(kept)).toMatchObject({ Free: 0, Reserved: units, Missing: buyers - units });

  // Of what will not come in again, the others are refused and leave nothing behind.
  const refused = await orderAll(sold);
  expect(refused.filter(({ status }) => status === 200)).toHaveLength(units);
  expect(refused.filter(({ Error }) => Error === "outOfStock")).toHaveLength(buyers - units);
  expect(await level(sold)).toMatchObject({ Free: 0, Reserved: units, Missing: 0 });
  expect(await toldOf(people[0], customers[0]!.customerId, sold)).toEqual({ Free: 0, RunsOut: true });
  expect(await toldOf(people[0], customers[0]!.customerId, "psu-5v2a")).toBeNull();
  const [left] = await app.sql<{ count: number }>(
    "select count(*)::int as count from order_lines where offer_id = 'switch-poe8:none:once'",
  );
  expect(left!.count).toBe(units);
});

test("who was promised the last units gets them, or is told how many there are now", async () => {
  const sku = "headset-uh36";
  await receive(sku, 10);
  const [first, second] = [await signInSigned(), await signInSigned()];
  const [hers, theirs] = [await addCustomer(first), await addCustomer(second)];
  const seen = await propose(second, theirs, sku, 10);
  expect(shortOf(seen.Result!)).toEqual([]);
  expect((await order(first, hers, sku, 8)).status).toBe(200);
  const late = await place(second, theirs, sku, 10, seen.Result!.Hash);
  expect(late).toMatchObject({ status: 409, Error: "proposalChanged" });
  const { Proposal } = late.Resources as { Proposal: WireProposal };
  expect(shortOf(Proposal)).toEqual([expect.stringContaining("2 of 10 × ")]);
  expect(await level(sku)).toMatchObject({ Free: 2, Reserved: 8, Missing: 0 });
  expect((await place(second, theirs, sku, 10, Proposal.Hash)).status).toBe(200);
  expect(await level(sku)).toMatchObject({ Free: 0, Reserved: 10, Missing: 8 });
});

test("a reservation that is over goes to whoever has waited longer", async () => {
  const sku = "phone-cp925";
  const boss = await signInSigned();
  await receive(sku, 1);
  const [first, second] = [nameOf(), nameOf()];
  await order(boss, await addCustomer(boss, first), sku, 1);
  await order(boss, await addCustomer(boss, second), sku, 1);
  const reservedOf = async (name: string) => (await workFor(name)).Lines[0]!.Goods!.Reserved;
  const day = (days: number) =>
    new Date(app.platform.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  await endReservations(worker.platform, day(29));
  expect([await reservedOf(first), await reservedOf(second)]).toEqual([1, 0]);
  await endReservations(worker.platform, day(30));
  expect([await reservedOf(first), await reservedOf(second)]).toEqual([0, 1]);
});

test("no company sees another's goods, nor the warehouse", async () => {
  const sku = "headset-wh62";
  const [boss, other] = [await signInSigned(), await signInSigned()];
  await order(boss, await addCustomer(boss), sku, 1);
  const asTenant = (resellerId: string, text: string) =>
    app.platform.database.read({ role: "app_tenant", resellerId }, (db) => sql.raw(text).execute(db));
  const count = "select count(*)::int as n from goods_lines";
  expect((await asTenant(boss.resellerId, count)).rows).toEqual([{ n: 1 }]);
  expect((await asTenant(other.resellerId, count)).rows).toEqual([{ n: 0 }]);
  await expect(asTenant(boss.resellerId, "select * from stock_moves")).rejects.toThrow("permission denied");
  await expect(asTenant(boss.resellerId, "select allocate_goods('x', now())")).rejects.toThrow("permission denied");
  await expect(
    asTenant(other.resellerId, `select * from reserve_goods('${boss.resellerId}', gen_random_uuid(), now())`),
  ).rejects.toThrow("not of this company");
});
