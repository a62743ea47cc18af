import { randomUUID } from "node:crypto";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { addDays, daysBetween } from "@tradewind/domain/values/dates.ts";
import { partnerCenter } from "@tradewind/vendors/microsoft/microsoft-api.ts";
import { afterEach, expect, test } from "vitest";
import { longTest } from "../../test/long-test.ts";
import { agreement, orderStory, serverWanted } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, status, becomes } = orderStory(app, worker);

const quiet = () => fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
afterEach(quiet);

/** What a service's subscriptions were charged, oldest first. */
const chargesOf = (instanceId: string) =>
  app.sql<{ from: string; until: string; amount: number }>(
    `select period_from::text as from, period_until::text as until, amount_minor::int as amount
     from charges where subscription_id in (select id from subscriptions where instance_id = $1) order by period_from, recorded_at`,
    [instanceId],
  );

/** Orders a service by the month that our own people set up. */
async function orderedOfPeople() {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const ProductId = "cloud-server";
  const journey = await app.call(reseller, orders.journey, {
    params: { by: "product", name: ProductId },
    query: { CustomerId: customerId, Action: "Add" },
  });
  const offers = journey.Result!.Steps.flatMap((step) => step.Items).flatMap((item) => item.Offers);
  const { OfferId } = offers.find((each) => each.Billing === "monthly")!;
  const add: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 2 }] };
  const { placed, proposal } = await order(reseller, customerId, add, { ProductId, Details: serverWanted });
  const { InstanceId, OrderId } = placed.Result!;
  await worker.until(
    async () => (await status(reseller, InstanceId)).Service.Reason === "Waiting for our team",
    "work for people",
  );
  return { reseller, InstanceId, OrderId, proposal: proposal.Result! };
}

async function workOf(orderId: string) {
  const operator = await app.signInOperator();
  const [item] = await app.sql<{ id: string }>("select id from work_items where order_id = $1", [orderId]);
  return { operator, params: { workItemId: item!.id } };
}

longTest("F6 a service that is rejected two months after it was ordered was charged for none of them", async () => {
  const { reseller, InstanceId, OrderId } = await orderedOfPeople();
  await worker.moveDays(65);
  expect((await status(reseller, InstanceId)).Service.Status).toBe("Activating");
  expect(await chargesOf(InstanceId)).toEqual([]);
  const { operator, params } = await workOf(OrderId);
  await app.call(operator, work.reject, { params, body: { Note: "The supplier has none." } });
  await becomes(reseller, InstanceId, "ActivationFailed");
  await worker.moveDays(35);
  expect(await chargesOf(InstanceId)).toEqual([]);
});

test("F6 a service that is set up two months after it was ordered is charged from then on, each period once", async () => {
  const { reseller, InstanceId, OrderId, proposal } = await orderedOfPeople();
  await worker.moveDays(65);
  const { operator, params } = await workOf(OrderId);
  await app.call(operator, work.complete, { params, body: {} });
  await becomes(reseller, InstanceId, "Active");
  const whole = Number(proposal.ChargeNow!.Net.Minor);
  const [promised, back, first, ...none] = await chargesOf(InstanceId);
  expect([none, promised!.amount, back!.amount, first]).toMatchObject([
    [],
    whole,
    -whole,
    { from: worker.platform.clock.today(), amount: whole },
  ]);
  expect([promised!.from, promised!.until]).toEqual([back!.from, back!.until]);
  const { Subscriptions, History } = await status(reseller, InstanceId);
  expect(Subscriptions).toMatchObject([{ TermFrom: first!.from, PeriodUntil: first!.until }]);
  expect(History.map(({ Text }) => Text).join()).toContain("its term and its charges count from then");
  await worker.moveDays(32);
  const charged = (await chargesOf(InstanceId)).slice(2);
  expect(charged.map(({ amount }) => amount)).toEqual([whole, whole]);
  expect(charged[1]!.from).toBe(first!.until);
});

test("what Microsoft began while it did not answer is charged from its own day, and not from when it was found", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  await worker.control("microsoft", "faults", { times: 10_000, fault: { kind: "status", status: 503 } });
  const add: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 3 }] };
  const { placed } = await order(reseller, customerId, add);
  const { InstanceId, OrderId } = placed.Result!;
  await worker.until(async () => (await heldOf(OrderId)).unsure, "an order without an answer");
  await worker.moveDays(4);
  const began = worker.platform.clock.today();
  await quiet();
  await worker.control("microsoft", "faults", {
    times: 1,
    match: { method: "POST", path: "checkout" },
    fault: { kind: "commitThenReset" },
  });
  await look(reseller, OrderId);
  await worker.until(
    async () => {
      const { rules } = (await worker.control("microsoft", "faults")) as { rules: { used: number }[] };
      return rules[0]!.used === 1;
    },
    "a purchase",
    undefined,
    false,
  );
  await worker.control("microsoft", "faults", { times: 10_000, fault: { kind: "status", status: 503 } });
  await worker.moveDays(3);
  await quiet();
  await look(reseller, OrderId);
  const { Subscriptions, Differences } = await becomes(reseller, InstanceId, "Active");
  expect([Subscriptions[0]!.TermFrom, Differences]).toEqual([began, []]);
  const charges = await chargesOf(InstanceId);
  expect([charges.length, charges[2]]).toMatchObject([3, { from: began, until: Subscriptions[0]!.PeriodUntil }]);
  const [bought] = await boughtFor(customerId);
  expect(bought!.commitmentEndDate!.slice(0, 10) < Subscriptions[0]!.TermUntil!).toBe(true);
});

test("F3 an order that Microsoft took before it went away is neither given back nor bought again", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  await worker.control("microsoft", "faults", {
    times: 1,
    match: { method: "POST", path: "checkout" },
    fault: { kind: "commitThenReset" },
  });
  const { placed, proposal } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId, Quantity: 8 }],
  });
  const { InstanceId, OrderId } = placed.Result!;
  const faults = async () => (await worker.control("microsoft", "faults")) as { rules: { used: number }[] };
  await worker.until(async () => (await faults()).rules[0]!.used === 1, "a purchase", undefined, false);
  await worker.control("microsoft", "faults", { times: 10_000, fault: { kind: "status", status: 503 } });
  await worker.until(async () => (await heldOf(OrderId)).unsure, "an order without an answer");
  // An hour later it is still at work, and nothing of it is charged or given back.
  await app.sql("update orders set unsure_since = unsure_since - interval '1 hour' where id = $1", [OrderId]);
  await look(reseller, OrderId);
  await worker.until(async () => (await heldOf(OrderId)).told, "whoever ordered to be told");
  expect([(await status(reseller, InstanceId)).Service.Status, await chargesOf(InstanceId)]).toEqual([
    "Activating",
    [],
  ]);
  await quiet();
  await look(reseller, OrderId);
  const { Subscriptions } = await becomes(reseller, InstanceId, "Active");
  expect(await chargesOf(InstanceId)).toMatchObject([{ amount: Number(proposal.Result!.ChargeNow!.Net.Minor) }]);
  expect(await boughtFor(customerId)).toHaveLength(1);
  expect(Subscriptions).toMatchObject([{ Quantity: 8 }]);
});

const microsoft = partnerCenter({
  apiUrl: worker.simulators.urls.microsoft,
  identityUrl: worker.simulators.urls.identity,
  tenant: "late.example",
  clientId: "late",
  clientSecret: "late-secret",
  now: Date.now,
  newId: randomUUID,
});

async function boughtFor(customerId: string) {
  const [row] = await app.sql<{ ref: string }>(
    "select tenant_ref as ref from provider_tenants where customer_id = $1",
    [customerId],
  );
  return microsoft.listSubscriptions(row!.ref);
}

const heldOf = async (orderId: string) =>
  (
    await app.sql<{ unsure: boolean; told: boolean }>(
      "select unsure_since is not null as unsure, unsure_told_at is not null as told from orders where id = $1",
      [orderId],
    )
  )[0]!;

async function look(reseller: Person, orderId: string) {
  await app.sql("update orders set looked_at = looked_at - interval '10 seconds' where id = $1", [orderId]);
  await app.call(reseller, orders.look, { params: { orderId } });
}

longTest(
  "F5 what starts days late ends with the vendor's term: its reduction is made there by the vendor, and fails nowhere",
  async () => {
    const reseller = await signInSigned();
    const customerId = await addCustomer(reseller);
    const { OfferId } = await offer(reseller, customerId, { term: "P1M", billing: "monthly" });
    const domain = `fail-${randomUUID().slice(0, 8)}`;
    const { placed } = await order(
      reseller,
      customerId,
      { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 10 }] },
      { Details: { ...agreement, MicrosoftDomain: domain } },
    );
    const { InstanceId, OrderId } = placed.Result!;
    await becomes(reseller, InstanceId, "ActivationFailed");
    await worker.moveDays(3);
    await worker.control("microsoft", "act", { action: "heal", domain });
    await app.call(reseller, orders.retry, { params: { orderId: OrderId } });
    const [subscription] = (await becomes(reseller, InstanceId, "Active")).Subscriptions;
    await worker.moveDays(9);
    const Targets = [{ Key: subscription!.Id, Outcome: "renew" as const, Quantity: 6 }];
    await order(reseller, customerId, { Kind: "schedule", Targets }, { InstanceId });
    await becomes(reseller, InstanceId, "Active");
    // Our book ends the term on the day on which Microsoft does, three days later than it was ordered for.
    const today = worker.platform.clock.today();
    expect(await status(reseller, InstanceId)).toMatchObject({ Differences: [], Subscriptions: [{ Quantity: 10 }] });
    await worker.moveDays((Date.parse(subscription!.TermUntil!) - Date.parse(today)) / 86_400_000 - 4);
    await worker.moveDays(5);
    await worker.until(async () => {
      const [newest, ...earlier] = (await status(reseller, InstanceId)).Orders;
      return earlier.length === 2 && newest!.Status !== "Working";
    }, "the renewal");
    const { Service, Subscriptions, Orders } = await status(reseller, InstanceId);
    expect([Service.Status, Subscriptions[0]!.Quantity, Orders.map(({ Status }) => Status)]).toEqual([
      "Active",
      6,
      ["Completed", "Completed", "Completed"],
    ]);
    expect(await boughtFor(customerId)).toMatchObject([{ quantity: 6 }]);
  },
);

longTest(
  "F5 a term that its vendor ends some days later is turned on the vendor's day, with the reduction made there",
  async () => {
    const reseller = await signInSigned();
    const customerId = await addCustomer(reseller);
    const { OfferId } = await offer(reseller, customerId, { term: "P1M", billing: "monthly" });
    const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 10 }] });
    const { InstanceId } = placed.Result!;
    const [held] = (await becomes(reseller, InstanceId, "Active")).Subscriptions;
    await worker.moveDays(9);
    const [bought] = await boughtFor(customerId);
    const day = addDays(held!.TermUntil!, 3);
    await worker.control("microsoft", "act", { action: "endTermBefore", subscriptionId: bought!.id, day });
    const Targets = [{ Key: held!.Id, Outcome: "renew" as const, Quantity: 6 }];
    await order(reseller, customerId, { Kind: "schedule", Targets }, { InstanceId });
    await becomes(reseller, InstanceId, "Active");
    await worker.moveDays(daysBetween(worker.platform.clock.today(), day) - 1);
    const { Subscriptions, Orders } = await status(reseller, InstanceId);
    expect([Subscriptions[0]!.Quantity, Orders.length]).toEqual([10, 2]);
    await worker.moveDays(2);
    await worker.until(async () => (await status(reseller, InstanceId)).Orders.length === 3, "the renewal");
    const renewed = await worker.until(async () => {
      const service = await status(reseller, InstanceId);
      return service.Orders.every(({ Status }) => Status !== "Working") && service;
    }, "no order at work");
    expect([renewed.Subscriptions[0]!.Quantity, renewed.Orders.map(({ Status }) => Status)]).toEqual([
      6,
      ["Completed", "Completed", "Completed"],
    ]);
    expect(await boughtFor(customerId)).toMatchObject([{ quantity: 6 }]);
  },
);
