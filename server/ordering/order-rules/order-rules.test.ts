import { activityLog } from "@tradewind/contract/insight/activity-log.ts";
import { orderRules } from "@tradewind/contract/ordering/order-rules.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { expect, test } from "vitest";
import { atOnce } from "../../test/at-once.ts";
import { orderStory } from "../../test/order-story.ts";
import { requestStory } from "../../test/request-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { becomes } = orderStory(app, worker);
const { begin, setPrice, setRules, licences, wanted, propose, hashed, place, ask, asked, approve } = requestStory(app);

test("rules are saved by whoever saw the last change, and told in the activity log", async () => {
  const { owner, customerId } = await begin({ Admins: "limited", AdminsLimit: 250 });
  const params = { customerId };
  const kept = (await app.call(owner, orderRules.ofCustomer, { params })).Result!;
  expect(kept).toMatchObject({ Admins: "limited", AdminsLimit: 250, Colleagues: "freely", Version: 1 });
  const { Currency: _currency, Spent: _spent, ...body } = kept;
  const save = () =>
    app.call(owner, orderRules.save, { params, body: { ...body, Admins: "byRequest", AdminsLimit: null } });
  expect((await save()).Result).toMatchObject({ Admins: "byRequest", Version: 2 });
  expect(await save()).toMatchObject({ status: 409, Error: "conflict" });
  const log = await app.call(owner, activityLog.list, { query: {} });
  expect(log.Result!.Items.map(({ What }) => What)).toContainEqual(
    expect.stringMatching(/^Let the admins of Acme .+ order only by request, and colleagues order for it freely$/),
  );
});

test("a limit needs its amount, and nobody sets rules who may not look after colleagues", async () => {
  const { owner, admin, customerId } = await begin({});
  expect(await setRules(owner, customerId, { Admins: "limited" })).toMatchObject({
    status: 400,
    Errors: { AdminsLimit: "Amount is required" },
  });
  const engineer = await app.signIn({
    kind: "engineer",
    resellerId: owner.resellerId,
    rights: ["customers", "addProducts"],
  });
  for (const person of [engineer, admin])
    expect((await app.call(person, orderRules.ofCustomer, { params: { customerId } })).status).toBe(403);
});

test("every change that commits money is asked for, and none that does not", async () => {
  const { owner, admin, customerId } = await begin({});
  const { InstanceId } = (await place(admin, wanted(customerId, licences(2)))).Result!;
  const { Subscriptions } = await becomes(owner, InstanceId, "Active");
  const Key = Subscriptions[0]!.Id;
  await setRules(owner, customerId, { Admins: "byRequest" });
  const seats = (Quantity: number) =>
    wanted(customerId, { Kind: "setQuantity", Targets: [{ Key, Quantity }] }, InstanceId);
  const more = await propose(admin, seats(5));
  // Three more for a year; the two that are there were committed before.
  expect(more.Result).toMatchObject({ Rule: { Why: "byRequest" }, Sale: { Adds: { Minor: "72000" } } });
  const renewal = (Quantity: number) =>
    wanted(customerId, { Kind: "schedule", Targets: [{ Key, Outcome: "renew", Quantity }] }, InstanceId);
  expect((await propose(admin, renewal(4))).Result).toMatchObject({
    Rule: { Why: "byRequest" },
    Sale: { Adds: { Minor: "48000" } },
  });
  const end = wanted(customerId, { Kind: "schedule", Targets: [{ Key, Outcome: "cancel" }] }, InstanceId);
  for (const free of [seats(1), end, wanted(customerId, { Kind: "cancel", Keys: [Key] }, InstanceId)])
    expect((await propose(admin, free)).Result!.Rule).toMatchObject({ Why: null });
  expect(await place(admin, seats(5))).toMatchObject({ status: 409, Error: "orderNeedsApproval" });
  expect((await ask(admin, seats(5))).status).toBe(200);
  expect((await place(admin, seats(1))).status).toBe(200);
});

test("what has no price for the customer cannot be counted, so it is asked for", async () => {
  const { owner, admin, customerId } = await begin({ Admins: "limited", AdminsLimit: 10_000 });
  await setPrice(owner, "20");
  expect((await propose(admin, wanted(customerId))).Result).toMatchObject({ Rule: { Why: null } });
  await app.call(owner, orderRules.ofCustomer, { params: { customerId } });
  const { Result } = await app.call(owner, orders.journey, {
    params: { by: "product", name: "microsoft-365" },
    query: { CustomerId: customerId, Action: "Add" },
  });
  const other = Result!.Steps.flatMap((step) => step.Items)
    .filter((item) => !item.IsAddOn && item.Minimum <= 1)
    .flatMap((item) => item.Offers)
    .find((each) => each.CustomerPrice === null && each.Term === "P1Y")!;
  const unpriced = wanted(customerId, { Kind: "add", Lines: [{ Key: "a", OfferId: other.OfferId, Quantity: 1 }] });
  expect((await propose(admin, unpriced)).Result).toMatchObject({ Rule: { Why: "unpriced" }, Sale: null });
});

test("a limit lets through what fits into the month, also of two orders at the same moment", async () => {
  const { owner, admin, customerId } = await begin({});
  const { Change } = wanted(customerId) as { Change: Extract<WireChange, { Kind: "add" }> };
  const Lines = ["a", "b"].map((Key) => ({ ...Change.Lines[0]!, Key }));
  const { InstanceId } = (await place(admin, wanted(customerId, { ...Change, Lines }))).Result!;
  const { Subscriptions } = await becomes(owner, InstanceId, "Active");
  // The two licences count: £480 of them were ordered in this month.
  await setRules(owner, customerId, { Admins: "limited", AdminsLimit: 800 });
  const seats = (at: number, Quantity: number) =>
    wanted(customerId, { Kind: "setQuantity", Targets: [{ Key: Subscriptions[at]!.Id, Quantity }] }, InstanceId);
  const ruleOf = async () => (await propose(admin, seats(0, 3))).Result!.Rule;
  expect(await ruleOf()).toMatchObject({ Why: "overLimit", Left: { Minor: "32000" } });
  const bodies = [await hashed(admin, seats(0, 2)), await hashed(admin, seats(1, 2))];
  const answers = await atOnce(
    app,
    "orders",
    bodies.map((body) => () => app.call(admin, orders.place, { body })),
  );
  expect(new Set(answers.map(({ Error }) => Error))).toEqual(new Set([null, "orderNeedsApproval"]));
  await worker.until(
    async () =>
      (await app.sql("select from orders where customer_id = $1 and status = 'Working'", [customerId])).length === 0,
    "the order to be done",
  );
  expect(await ruleOf()).toMatchObject({ Why: "overLimit", Left: { Minor: "8000" } });
  // What is approved does not count, nor does what failed, nor what was ordered in another month.
  const refusedAt = answers.findIndex(({ Succeed }) => !Succeed);
  expect((await approve(owner, await asked(admin, seats(refusedAt, 2)))).status).toBe(200);
  const spent = async () =>
    (await app.call(owner, orderRules.ofCustomer, { params: { customerId } })).Result!.Spent!.Admins.Minor;
  expect(await spent()).toBe("72000");
  await app.sql("update orders set status = 'Failed' where customer_id = $1 and task = 'add'", [customerId]);
  expect(await spent()).toBe("24000");
  await app.sql("update orders set placed_at = placed_at - interval '1 month' where customer_id = $1", [customerId]);
  expect(await spent()).toBe("0");
});
