/**
 * Random receipts, corrections, orders, dispatches and cancellations, two of them at once now and then, against a book of
 * our own: each SKU's balances, and the money of each line, are what these add up to.
 */
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { stock } from "@tradewind/contract/ordering/stock.ts";
import { billingChecks, countingChecks } from "@tradewind/tools/demo/invariants-sql.ts";
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { goodsStory } from "./goods.ts";
import { orderStory } from "./order-story.ts";
import { testApp } from "./test-app.ts";
import { testWorker } from "./test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer } = orderStory(app, worker);
const operator = await app.signInOperator();
const { receive, level, order, workFor, dispatch } = goodsStory(app, worker, operator);

type Line = { orderId: string; key: string; workItemId: string; ordered: number; sent: number; cancelled: number };
/** Our own book: what came in, and what became of each line. */
type Book = { received: number; lines: Line[] };

const amount = fc.integer({ min: 1, max: 6 });
const step = fc.oneof(
  fc.record({ what: fc.constant("receive" as const), amount }),
  fc.record({ what: fc.constant("lose" as const), amount }),
  { weight: 3, arbitrary: fc.record({ what: fc.constant("order" as const), amount }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("dispatch" as const), amount, line: fc.nat({ max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("cancel" as const), amount, line: fc.nat({ max: 9 }) }) },
  fc.record({ what: fc.constant("both" as const), amount, line: fc.nat({ max: 9 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const left = (line: Line) => line.ordered - line.sent - line.cancelled;

async function play(sku: string, steps: readonly Step[]) {
  const boss = await signInSigned();
  const book: Book = { received: 0, lines: [] };
  await receive(sku, 1);
  book.received += 1;
  const send = async (line: Line, quantity: number) => {
    const { status } = await dispatch(line.workItemId, line.key, quantity);
    if (status === 200) line.sent += quantity;
    return status === 200;
  };
  const cancel = async (line: Line) =>
    (await app.call(boss, orders.cancelRest, { params: { orderId: line.orderId }, body: { Keys: [line.key] } }))
      .status === 200;
  for (const each of steps) {
    if (each.what === "receive") {
      await receive(sku, each.amount);
      book.received += each.amount;
    } else if (each.what === "lose") {
      const body = { Kind: "writtenOff" as const, Quantity: each.amount, Reason: "Lost" };
      const { status } = await app.call(operator, stock.adjust, { params: { sku }, body });
      if (status === 200) book.received -= each.amount;
    } else if (each.what === "order") {
      const name = `Goods ${crypto.randomUUID().slice(0, 8)}`;
      const { Result } = await order(boss, await addCustomer(boss, name), sku, each.amount);
      const item = await workFor(name);
      const made = { orderId: Result!.OrderId, key: item.Lines[0]!.Key, workItemId: item.Id };
      book.lines.push({ ...made, ordered: each.amount, sent: 0, cancelled: 0 });
    } else {
      const line = book.lines[each.line % Math.max(1, book.lines.length)];
      if (!line) continue;
      if (each.what === "dispatch") await send(line, each.amount);
      else if (each.what === "cancel") {
        if (await cancel(line)) line.cancelled += left(line);
      } else {
        const [, isCancelled] = await Promise.all([send(line, each.amount), cancel(line)]);
        if (isCancelled) line.cancelled += left(line);
      }
    }
  }

  const sent = book.lines.reduce((sum, line) => sum + line.sent, 0);
  const wanted = book.lines.reduce((sum, line) => sum + left(line), 0);
  const there = book.received - sent;
  expect(there).toBeGreaterThanOrEqual(0);
  const reserved = Math.min(wanted, there);
  expect(await level(sku)).toMatchObject({ Free: there - reserved, Reserved: reserved, Missing: wanted - reserved });
  for (const line of book.lines) {
    const [charged] = await app.sql<{ units: number; right: boolean }>(
      `select coalesce(sum(c.quantity), 0)::int as units, coalesce(sum(c.amount_minor), 0) = round(max(h.unit_cost) * $2 * 100) as right
       from held_charges h left join charges c on c.order_id = h.order_id where h.order_id = $1`,
      [line.orderId, line.sent],
    );
    expect(charged).toEqual({ units: line.sent, right: true });
  }
  for (const [rule, check] of Object.entries({ ...billingChecks, ...countingChecks }))
    if (/goods|stock/.test(rule)) expect({ rule, broken: await app.sql(check) }).toEqual({ rule, broken: [] });
}

test("whatever comes in, is ordered, leaves and is cancelled, stock and money are what it adds up to", async () => {
  const skus = [
    "phone-t31p",
    "phone-t54w",
    "phone-t57w",
    "phone-cp925",
    "phone-w73p",
    "handset-w73h",
    "headset-uh36",
    "headset-wh62",
  ].values();
  const run = fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), (steps) => play(skus.next().value!, steps)),
    { numRuns: inject("long") ? 8 : 1, endOnFailure: true },
  );
  await expect(run).resolves.toBeUndefined();
});
