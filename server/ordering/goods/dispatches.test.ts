import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { goodsStory } from "../../test/goods.ts";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, becomes, status, order: orderAny } = orderStory(app, worker);
const operator = await app.signInOperator();
const { receive, level, order, workFor, dispatch } = goodsStory(app, worker, operator);

const nameOf = () => `Goods ${crypto.randomUUID().slice(0, 6)}`;
const chargesOf = (orderId: string) =>
  app.sql<{ kind: string; quantity: number; amount: string }>(
    "select kind, quantity, amount_minor::text as amount from charges where order_id = $1 order by recorded_at, id",
    [orderId],
  );
async function ordered(boss: Person, sku: string, quantity: number) {
  const name = nameOf();
  const customerId = await addCustomer(boss, name);
  const { Result } = await order(boss, customerId, sku, quantity);
  const item = await workFor(name);
  return { ...Result!, name, item, key: item.Lines[0]!.Key };
}
const cancelRest = (person: Person, orderId: string, key: string) =>
  app.call(person, orders.cancelRest, { params: { orderId }, body: { Keys: [key] } });
const lineOf = async (person: Person, instanceId: string) => (await status(person, instanceId)).Orders[0]!.Lines[0]!;

test("goods leave in parts: each is charged as it leaves, and the rest can be cancelled", async () => {
  const sku = "phone-t31p";
  const boss = await signInSigned();
  await receive(sku, 4);
  const { OrderId, InstanceId, item, key } = await ordered(boss, sku, 5);
  expect(await chargesOf(OrderId)).toEqual([]);

  expect(await dispatch(item.Id, key, 6)).toMatchObject({
    status: 400,
    Errors: { "Lines.0.Quantity": "There are not that many left to send" },
  });
  expect(await dispatch(item.Id, key, 5)).toMatchObject({ status: 409, Error: "notReserved" });
  expect((await dispatch(item.Id, key, 2, ["S-1", "S-2"])).Result).toMatchObject({ Status: "working" });
  expect(await dispatch(item.Id, key, 1, ["S-2"])).toMatchObject({ status: 400 });
  expect((await dispatch(item.Id, key, 1)).status).toBe(200);
  await worker.until(
    async () => (await status(boss, InstanceId)).Orders[0]!.Message === "3 of 5 dispatched",
    "3 of 5 dispatched",
  );
  expect((await lineOf(boss, InstanceId)).Goods).toMatchObject({
    Reserved: 1,
    Dispatched: 3,
    Missing: 1,
    Rest: 2,
    Dispatches: [
      { Quantity: 2, Carrier: "DPD", Tracking: "1550 2222 333" },
      { Quantity: 1, Carrier: "DPD" },
    ],
  });
  const unit = Number((await chargesOf(OrderId))[1]!.amount);
  expect(await chargesOf(OrderId)).toEqual([
    { kind: "once", quantity: 2, amount: String(2 * unit) },
    { kind: "once", quantity: 1, amount: String(unit) },
  ]);

  expect((await cancelRest(boss, OrderId, key)).Result!.Lines[0]!.Goods).toMatchObject({ Cancelled: 2, Rest: 0 });
  const after = await becomes(boss, InstanceId, "Active");
  expect(after.Subscriptions[0]).toMatchObject({ Quantity: 3, Status: "active" });
  expect(new Set(after.Resources.map(({ Text }) => Text))).toEqual(new Set(["S-1", "S-2"]));
  expect(after.Orders[0]).toMatchObject({ Status: "Completed" });
  expect(await chargesOf(OrderId)).toHaveLength(2);
  expect(await level(sku)).toMatchObject({ Free: 1, Reserved: 0, Missing: 0 });
  expect(await cancelRest(boss, OrderId, key)).toMatchObject({ status: 409, Error: "nothingToCancel" });
  expect(await dispatch(item.Id, key, 1)).toMatchObject({ status: 409, Error: "workFinished" });
});

test("a line that has left cannot be cancelled, though others of its order wait", async () => {
  const boss = await signInSigned();
  const name = nameOf();
  const customerId = await addCustomer(boss, name);
  const lines = ["phone-w73p", "headset-evolve2-40"].map((sku) => ({
    Key: sku,
    OfferId: `${sku}:none:once`,
    Quantity: 2,
  }));
  const product = { ProductId: "hosted-voice-hardware" };
  const { placed } = await orderAny(boss, customerId, { Kind: "add", Lines: lines }, product);
  const item = await workFor(name);
  const { InstanceId } = placed.Result!;
  const [first, second] = item.Lines;
  expect((await dispatch(item.Id, first!.Key, 2)).Result).toMatchObject({ Status: "working" });
  await worker.until(
    async () => (await status(boss, InstanceId)).Subscriptions.some((each) => each.AtVendor === "provided"),
    "the first line is done",
  );
  const cancel = { Kind: "cancel" as const, Keys: [first!.Key] };
  const { proposal } = await orderAny(boss, customerId, cancel, { ...product, InstanceId });
  expect(proposal.Error).toBe("alreadyDispatched");
  expect((await dispatch(item.Id, second!.Key, 2)).Result).toMatchObject({ Status: "done" });
  await becomes(boss, InstanceId, "Active");
});

test("what is cancelled before anything has left costs nothing, and its work is over", async () => {
  const boss = await signInSigned();
  const { OrderId, InstanceId, item, key } = await ordered(boss, "wall-bracket", 3);
  expect((await cancelRest(boss, OrderId, key)).status).toBe(200);
  await becomes(boss, InstanceId, "Deleted");
  expect(await chargesOf(OrderId)).toEqual([]);
  const open = (await app.call(operator, work.list)).Result!.Items;
  expect(open.filter(({ Id }) => Id === item.Id)).toEqual([]);
});

test("rejecting work that was sent in part calls off its rest only", async () => {
  const boss = await signInSigned();
  const { OrderId, InstanceId, item, key } = await ordered(boss, "psu-5v2a", 4);
  expect((await dispatch(item.Id, key, 1)).status).toBe(200);
  const body = { Note: "No longer made" };
  expect((await app.call(operator, work.reject, { params: { workItemId: item.Id }, body })).Result).toMatchObject({
    Status: "done",
  });
  const after = await becomes(boss, InstanceId, "Active");
  expect(after.Subscriptions[0]).toMatchObject({ Quantity: 1 });
  expect((await chargesOf(OrderId)).map(({ quantity }) => quantity)).toEqual([1]);
});

test("of a dispatch and a cancellation at once, either comes first and the other is told", async () => {
  const boss = await signInSigned();
  for (const round of inject("long") ? [1, 2, 3, 4, 5] : [1, 2]) {
    const { OrderId, InstanceId, item, key } = await ordered(boss, "handset-w73h", round);
    const [sent, cancelled] = await Promise.all([dispatch(item.Id, key, round), cancelRest(boss, OrderId, key)]);
    const isSent = sent.status === 200;
    expect(isSent ? cancelled.status : sent.status).toBeOneOf([400, 409]);
    expect(isSent ? sent.status : cancelled.status).toBe(200);
    await becomes(boss, InstanceId, isSent ? "Active" : "Deleted");
    expect((await chargesOf(OrderId)).map(({ quantity }) => quantity)).toEqual(isSent ? [round] : []);
  }
});

test("a dispatch and a cancellation that meet wait for each other, never in a circle", async () => {
  const boss = await signInSigned();
  const sku = "phone-t54w";
  await receive(sku, 3);
  const { OrderId, item, key } = await ordered(boss, sku, 3);
  const circles = async () =>
    (
      await app.sql<{ deadlocks: string }>(
        "select deadlocks::text from pg_stat_database where datname = current_database()",
      )
    )[0]!;
  const before = await circles();
  const holder = new pg.Client(app.database.adminUrl);
  await holder.connect();
  await holder.query("begin");
  await holder.query("select from stock_levels where sku = $1 for update", [sku]);
  const waiting = (count: number) =>
    worker.until(async () => {
      const [row] = await app.sql<{ count: number }>(
        "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return row!.count >= count;
    }, `${count} to wait`);
  const cancelled = cancelRest(boss, OrderId, key);
  await waiting(1);
  const sent = dispatch(item.Id, key, 1);
  await waiting(2);
  await holder.query("commit");
  await holder.end();
  expect([(await cancelled).status, (await sent).status]).toEqual([200, 409]);
  await sleep(1_500);
  expect(await circles()).toEqual(before);
});

test("what is charged as it leaves is due on that day", async () => {
  const boss = await signInSigned();
  const { OrderId, item, key } = await ordered(boss, "headset-evolve2-40", 2);
  await worker.moveDays(1);
  expect((await dispatch(item.Id, key, 1)).status).toBe(200);
  const [charge] = await app.sql<{ is_today: boolean }>(
    "select due_on = $2::date as is_today from charges where order_id = $1",
    [OrderId, worker.platform.clock.now().toISOString().slice(0, 10)],
  );
  expect(charge).toEqual({ is_today: true });
});

test("another company and people without the right cancel nothing", async () => {
  const [boss, other] = [await signInSigned(), await signInSigned()];
  const { OrderId, key } = await ordered(boss, "headset-uh36", 2);
  expect((await cancelRest(other, OrderId, key)).status).toBe(404);
  const reader = await app.signIn({ kind: "engineer", resellerId: boss.resellerId, rights: ["customers"] });
  expect((await cancelRest(reader, OrderId, key)).status).toBe(403);
  expect((await app.call(boss, invoices.list)).status).toBe(200);
});
