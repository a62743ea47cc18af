import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { returns } from "@tradewind/contract/ordering/returns.ts";
import { expect, test } from "vitest";
import { billingChecks, countingChecks } from "@tradewind/tools/demo/invariants-sql.ts";
import { goodsStory } from "./goods.ts";
import { invoicing } from "./invoicing.ts";
import { longTest } from "./long-test.ts";
import { orderStory } from "./order-story.ts";
import { testApp, type Person } from "./test-app.ts";
import { testWorker } from "./test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, becomes, status } = orderStory(app, worker);
const operator = await app.signInOperator();
const { issue } = invoicing(app);
const { receive: stockUp, level, order, workFor, dispatch } = goodsStory(app, worker, operator);

type Wish = { Quantity: number; Reason: "faulty" | "unwanted"; Wants?: "credit" | "replacement"; Serials?: string[] };
async function sent(boss: Person, sku: string, quantity: number, parts = [quantity], serials: string[] = []) {
  const name = `Goods ${crypto.randomUUID().slice(0, 6)}`;
  const { Result } = await order(boss, await addCustomer(boss, name), sku, quantity);
  const item = await workFor(name);
  const key = item.Lines[0]!.Key;
  for (const part of parts) expect((await dispatch(item.Id, key, part, serials.splice(0, part))).status).toBe(200);
  if (parts.reduce((sum, part) => sum + part, 0) === quantity) await becomes(boss, Result!.InstanceId, "Active");
  return { ...Result!, key, item };
}
type Sent = Awaited<ReturnType<typeof sent>>;
const bodyOf = ({ key }: Sent, { Wants = "credit", Serials = [], ...wish }: Wish) => ({
  Key: key,
  Wants,
  Serials,
  ...wish,
});
const propose = (boss: Person, line: Sent, wish: Wish) =>
  app.call(boss, returns.propose, { params: { orderId: line.OrderId }, body: bodyOf(line, wish) });
const askFor = (boss: Person, line: Sent, wish: Wish, Hash: string) =>
  app.call(boss, returns.ask, { params: { orderId: line.OrderId }, body: { ...bodyOf(line, wish), Hash } });
async function ask(boss: Person, line: Sent, wish: Wish) {
  const { Result } = await propose(boss, line, wish);
  const asked = await askFor(boss, line, wish, Result!.Hash);
  expect(asked.status).toBe(200);
  return asked.Result!.Lines[0]!.Goods!.Returns.at(-1)!.Id;
}
const receive = (returnId: string, Restocked: number, WrittenOff: number) =>
  app.call(operator, returns.receive, { params: { returnId }, body: { Restocked, WrittenOff } });
const chargesOf = (orderId: string) =>
  app.sql<{ id: string; kind: string; quantity: number; amount: number; corrects: string | null }>(
    "select id, kind, quantity, amount_minor::int as amount, corrects from charges where order_id = $1 order by recorded_at, id",
    [orderId],
  );
const unitsOf = async (boss: Person, { InstanceId }: Sent) => (await status(boss, InstanceId)).Subscriptions[0];
async function agrees() {
  for (const [rule, check] of Object.entries({ ...billingChecks, ...countingChecks }))
    if (/goods|stock/.test(rule)) expect({ rule, broken: await app.sql(check) }).toEqual({ rule, broken: [] });
}

test("goods come back in parts: each credit names the part that it corrects, once the units are here", async () => {
  const boss = await signInSigned();
  await stockUp("phone-t31p", 5);
  const line = await sent(boss, "phone-t31p", 5, [2, 3], ["A-1", "A-2", "A-3", "A-4", "A-5"]);
  const [first, second] = await chargesOf(line.OrderId);
  const unit = first!.amount / 2;
  const { Result } = await app.call(boss, returns.ofLine, {
    params: { orderId: line.OrderId },
    query: { Key: line.key },
  });
  const idOf = (text: string) => Result!.Serials.find(({ Text }) => Text === text)!.Id;
  const wish: Wish = { Quantity: 3, Reason: "unwanted", Serials: ["A-1", "A-2", "A-3"].map(idOf) };
  expect(await propose(boss, line, { ...wish, Serials: [] })).toMatchObject({
    status: 400,
    Errors: { Serials: "Choose which of them come back" },
  });
  expect(await propose(boss, line, { ...wish, Serials: [line.key] })).toMatchObject({ status: 400 });
  const fee = Math.round(3 * unit * 0.15);
  const proposal = (await propose(boss, line, wish)).Result!;
  expect(proposal).toMatchObject({
    Parts: [
      { Quantity: 2, Amount: { Minor: String(2 * unit) }, Invoice: null },
      { Quantity: 1, Amount: { Minor: String(unit) } },
    ],
    Fee: { Minor: String(fee) },
    FeePercent: 15,
    Total: { Minor: String(3 * unit - fee) },
  });
  expect(await askFor(boss, line, { ...wish, Reason: "faulty" }, proposal.Hash)).toMatchObject({
    status: 409,
    Error: "returnTermsChanged",
  });
  const id = await ask(boss, line, wish);
  expect(await chargesOf(line.OrderId)).toHaveLength(2);
  expect(await propose(boss, line, { Quantity: 3, Reason: "faulty" })).toMatchObject({
    status: 409,
    Error: "nothingToReturn",
  });
  expect(await receive(id, 1, 1)).toMatchObject({ status: 400 });
  expect((await receive(id, 2, 1)).Result).toMatchObject({ State: "received", Serials: ["A-1", "A-2", "A-3"] });
  expect(await receive(id, 2, 1)).toMatchObject({ status: 409, Error: "returnSettled" });
  expect((await chargesOf(line.OrderId)).slice(2)).toMatchObject([
    { kind: "refund", quantity: -2, amount: -2 * unit, corrects: first!.id },
    { kind: "refund", quantity: -1, amount: -unit, corrects: second!.id },
    { kind: "once", quantity: 1, amount: fee, corrects: null },
  ]);
  expect(await level("phone-t31p")).toMatchObject({ Free: 2, Reserved: 0 });
  await worker.until(async () => (await unitsOf(boss, line))?.Quantity === 2, "the units are off what was bought");
  const standing = (await status(boss, line.InstanceId)).Resources.filter(({ Until }) => Until === null);
  expect(standing.map(({ Text }) => Text ?? "").toSorted((a, b) => (a < b ? -1 : 1))).toEqual(["A-4", "A-5"]);
  await receive(await ask(boss, line, { Quantity: 2, Reason: "faulty", Serials: ["A-4", "A-5"].map(idOf) }), 0, 2);
  await becomes(boss, line.InstanceId, "Deleted");
  await agrees();
});

test("of fifty who return the same ten units at once, never more come back than left", async () => {
  const boss = await signInSigned();
  const line = await sent(boss, "phone-t54w", 10);
  const wish: Wish = { Quantity: 1, Reason: "faulty" };
  const { Hash } = (await propose(boss, line, wish)).Result!;
  const asked = await Promise.all(Array.from({ length: 50 }, () => askFor(boss, line, wish, Hash)));
  const bad = asked.filter(({ status: code }) => code !== 200);
  for (const { Error } of bad) expect(Error).toBeOneOf(["nothingToReturn", "returnTermsChanged", "overloaded"]);
  const [held] = await app.sql<{ held: number; returned: number }>(
    "select (select sum(p.quantity)::int from return_parts p join returns r on r.id = p.return_id where r.subscription_id = $1) as held, sum(returned)::int as returned from dispatches where subscription_id = $1",
    [line.key],
  );
  expect(held).toEqual({ held: 50 - bad.length, returned: 50 - bad.length });
  expect(held!.held).toBeGreaterThan(0);
  expect(held!.held).toBeLessThanOrEqual(10);
  await expect(
    app.sql("update dispatches set returned = quantity + 1 where subscription_id = $1", [line.key]),
  ).rejects.toThrow("dispatches_check");
});

longTest("a return after the invoice is credited by a memo that names it", async () => {
  const boss = await signInSigned();
  const line = await sent(boss, "headset-uh36", 2);
  await worker.moveDays(10);
  const id = await ask(boss, line, { Quantity: 1, Reason: "faulty" });
  await worker.moveDays(30);
  const [billed] = (await app.call(boss, invoices.list)).Result!.Items;
  expect(await propose(boss, line, { Quantity: 1, Reason: "faulty" })).toMatchObject({
    status: 409,
    Error: "returnTooLate",
  });
  await receive(id, 0, 1);
  const charges = await chargesOf(line.OrderId);
  expect(charges[1]).toMatchObject({ kind: "refund", quantity: -1, corrects: charges[0]!.id });
  await worker.moveDays(31);
  const documents = (await app.call(boss, invoices.list)).Result!.Items;
  const memo = documents.find(({ Id }) => Id !== billed!.Id)!;
  const lines = (await app.call(boss, invoices.byId, { params: { invoiceId: memo.Id } })).Result!.Lines;
  expect(JSON.stringify(lines)).toContain(billed!.Number);
  await agrees();
});

test("a part comes back while the rest is cancelled, and stock and money agree", async () => {
  const boss = await signInSigned();
  await stockUp("phone-w73p", 4);
  const line = await sent(boss, "phone-w73p", 4, [2]);
  const id = await ask(boss, line, { Quantity: 1, Reason: "unwanted" });
  const [back, rest] = await Promise.all([
    receive(id, 1, 0),
    app.call(boss, orders.cancelRest, { params: { orderId: line.OrderId }, body: { Keys: [line.key] } }),
  ]);
  expect([back.status, rest.status]).toEqual([200, 200]);
  await becomes(boss, line.InstanceId, "Active");
  await worker.until(async () => (await unitsOf(boss, line))?.Quantity === 1, "one is left");
  expect(await level("phone-w73p")).toMatchObject({ Free: 3, Reserved: 0 });
  await agrees();
});

test("faulty units are replaced from stock without a charge", async () => {
  const boss = await signInSigned();
  await stockUp("phone-t57w", 2);
  const line = await sent(boss, "phone-t57w", 2);
  expect(await propose(boss, line, { Quantity: 1, Reason: "unwanted", Wants: "replacement" })).toMatchObject({
    status: 400,
  });
  const id = await ask(boss, line, { Quantity: 1, Reason: "faulty", Wants: "replacement" });
  expect(await receive(id, 0, 1)).toMatchObject({ status: 409, Error: "notReserved" });
  await stockUp("phone-t57w", 1);
  expect((await receive(id, 0, 1)).Result).toMatchObject({ State: "received", WrittenOff: 1 });
  expect(await chargesOf(line.OrderId)).toHaveLength(1);
  expect(await unitsOf(boss, line)).toMatchObject({ Quantity: 2 });
  expect(await level("phone-t57w")).toMatchObject({ Free: 0, Reserved: 0 });
  await agrees();
});

test("what is refused or withdrawn can come back another time", async () => {
  const [boss, other] = [await signInSigned(), await signInSigned()];
  const line = await sent(boss, "phone-cp925", 1);
  const wish: Wish = { Quantity: 1, Reason: "unwanted" };
  const refused = await ask(boss, line, wish);
  const body = { Why: "It was opened" };
  expect((await app.call(operator, returns.refuse, { params: { returnId: refused }, body })).Result).toMatchObject({
    State: "refused",
    Answer: "It was opened",
  });
  const withdrawn = await ask(boss, line, wish);
  const withdraw = (person: Person) =>
    app.call(person, returns.withdraw, { params: { returnId: withdrawn }, body: {} });
  expect((await withdraw(other)).status).toBe(404);
  expect((await withdraw(boss)).status).toBe(200);
  expect(await withdraw(boss)).toMatchObject({ status: 409, Error: "returnSettled" });
  await ask(boss, line, wish);
  expect(await chargesOf(line.OrderId)).toHaveLength(1);
});

test("whatever is withdrawn in between, no more is given back of units than they were charged", async () => {
  const boss = await signInSigned();
  await app.sql("insert into price_lists (id, currency, from_date) values ('GBP-2026-01-02', 'GBP', $1)", [
    worker.platform.clock.today(),
  ]);
  await app.sql(
    "insert into prices (price_list_id, offer_id, cost) values ('GBP-2026-01-02', 'headset-uh36:none:once', 33.335)",
  );
  await app.sql("update price_lists set published = true where id = 'GBP-2026-01-02'");
  const line = await sent(boss, "headset-uh36", 3);
  const wish: Wish = { Quantity: 1, Reason: "faulty" };
  const [first, withdrawn, third] = [
    await ask(boss, line, wish),
    await ask(boss, line, wish),
    await ask(boss, line, wish),
  ];
  await app.call(boss, returns.withdraw, { params: { returnId: withdrawn }, body: {} });
  for (const id of [first, third, await ask(boss, line, wish)]) await receive(id, 1, 0);
  const charges = await chargesOf(line.OrderId);
  expect(charges).toMatchObject([{ amount: 10_001 }, {}, {}, {}]);
  expect(charges.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
});

test("which invoice a credit corrects is shown to the reseller and not to its customers", async () => {
  const boss = await signInSigned();
  const line = await sent(boss, "headset-uh36", 1);
  const [held] = await app.sql<{ customer: string; until: string }>(
    `select o.customer_id as customer, (date_trunc('month', c.due_on) + interval '1 month')::date::text as until
     from orders o join charges c on c.order_id = o.id where o.id = $1`,
    [line.OrderId],
  );
  await issue(held!.until);
  const wish: Wish = { Quantity: 1, Reason: "faulty" };
  const part = async (person: Person) => (await propose(person, line, wish)).Result!.Parts[0];
  expect(await part(boss)).toMatchObject({ Invoice: expect.stringMatching(/^TW-/) });
  const admin = await app.signIn({ resellerId: boss.resellerId, kind: "endUserAdmin", customerId: held!.customer });
  expect(await part(admin)).toMatchObject({ Amount: null, Invoice: null });
});
