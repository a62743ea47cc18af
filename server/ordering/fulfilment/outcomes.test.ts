import { randomUUID } from "node:crypto";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { asOf } from "@tradewind/domain/ordering/subscriptions.ts";
import { partnerCenter } from "@tradewind/vendors/microsoft/microsoft-api.ts";
import { afterEach, expect, test } from "vitest";
import { longTest } from "../../test/long-test.ts";
import { orderStory } from "../../test/order-story.ts";
import type { Person } from "../../test/test-app.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { listHistory } from "../refusals/refusals.store.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, status, becomes } = orderStory(app, worker);

afterEach(() => fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" }));

const microsoft = partnerCenter({
  apiUrl: worker.simulators.urls.microsoft,
  identityUrl: worker.simulators.urls.identity,
  tenant: "outcomes.example",
  clientId: "outcomes",
  clientSecret: "outcomes-secret",
  now: Date.now,
  newId: randomUUID,
});

/** Buys active subscriptions of Microsoft 365, one for each number of seats. */
async function bought(...seats: number[]) {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: seats.map((Quantity, index) => ({ Key: `line-${index}`, OfferId, Quantity })),
  });
  const { InstanceId } = placed.Result!;
  const { Subscriptions } = await becomes(reseller, InstanceId, "Active");
  const ids = seats.map((Quantity) => Subscriptions.find((each) => each.Quantity === Quantity)!.Id);
  const setSeats = async (...wanted: number[]) =>
    (
      await order(
        reseller,
        customerId,
        { Kind: "setQuantity", Targets: wanted.map((Quantity, index) => ({ Key: ids[index]!, Quantity })) },
        { InstanceId },
      )
    ).placed.Result!.OrderId;
  return { reseller, customerId, InstanceId, OfferId, ids, setSeats, held: () => heldAt(ids) };
}

/** The seats of each subscription that Microsoft has. */
const heldAt = async (ids: readonly string[]) => {
  const rows = await app.sql<{ id: string; vendor_ref: string; tenant: string }>(
    `select s.id, s.vendor_ref, t.tenant_ref as tenant from subscriptions s
     join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id where s.id = any($1)`,
    [ids],
  );
  return Promise.all(
    ids.map(async (id) => {
      const row = rows.find((each) => each.id === id);
      const found = row?.vendor_ref ? await microsoft.findSubscription(row.tenant, row.vendor_ref) : undefined;
      return found?.status === "active" ? found.quantity : 0;
    }),
  );
};

const nowAt = () => worker.platform.clock.now().toISOString();

const charged = async (ids: readonly string[]) =>
  Number(
    (
      await app.sql<{ sum: string }>(
        "select coalesce(sum(amount_minor), 0) as sum from charges where subscription_id = any($1)",
        [ids],
      )
    )[0]!.sum,
  );

/** What the books know of a subscription now, and what they knew at a moment. */
const known = (reseller: Person, id: string, at = nowAt()) =>
  worker.platform.database.read({ role: "app_worker" }, async (db) =>
    asOf(await listHistory(db, reseller.resellerId, [id], id), at, at),
  );

const fails = (reseller: Person, InstanceId: string) =>
  worker.until(async () => {
    const service = await status(reseller, InstanceId);
    return service.Orders[0]!.Status === "Failed" && service;
  }, "a refused order");

const refuse = (code: string, match: { path?: string; nth?: number } = {}) =>
  worker.control("microsoft", "faults", {
    times: 1,
    match: { method: "PATCH", ...match },
    fault: { kind: "status", status: 400, body: { code, description: "No." } },
  });

test("F1 a reduction that the vendor refuses is not refunded, and is tried again as promised", async () => {
  const { reseller, InstanceId, ids, setSeats, held } = await bought(10);
  const before = await charged(ids);
  await refuse("800090");
  const orderId = await setSeats(4);
  const failed = await fails(reseller, InstanceId);
  expect(failed.Orders[0]).toMatchObject({
    Message: expect.stringContaining("seven days"),
    Lines: [{ State: "refused" }],
  });
  expect(failed.Subscriptions[0]).toMatchObject({ Quantity: 10, Lots: [{ Quantity: 10 }], AtVendor: "provided" });
  expect(failed.History[0]).toMatchObject({ Kind: "undone", Text: "Refused by the vendor: stays as it was before" });
  expect(await held()).toEqual([10]);
  expect(await charged(ids)).toBe(before);

  await app.call(reseller, orders.retry, { params: { orderId } });
  const done = await becomes(reseller, InstanceId, "Active");
  expect([done.Subscriptions[0]!.Quantity, await held()]).toEqual([4, [4]]);
  expect((await known(reseller, ids[0]!))!.quantity).toBe(4);
  const refund = Number(done.Orders[0]!.ChargedNow!.Minor);
  expect(refund).toBeLessThan(0);
  expect(await charged(ids)).toBe(before + refund);
});

test("F1 a cancellation that the vendor refuses leaves the subscription running, charged and renewing as before", async () => {
  const { reseller, customerId, InstanceId, ids, held } = await bought(6);
  const before = await charged(ids);
  await refuse("900279");
  await order(reseller, customerId, { Kind: "cancel", Keys: ids }, { InstanceId });
  const failed = await becomes(reseller, InstanceId, "DeletionFailed");
  expect(failed.Subscriptions[0]).toMatchObject({ Status: "active", Quantity: 6, AtVendor: "provided" });
  expect([await charged(ids), await held()]).toEqual([before, [6]]);
  await worker.moveDays(32);
  const [next] = await app.sql<{ quantity: number }>(
    "select quantity from charges where subscription_id = $1 order by period_from desc, recorded_at limit 1",
    [ids[0]],
  );
  expect(next!.quantity).toBe(6);
});

test("F2 of one order, what the vendor did is booked and what it refused is not paid for", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const year = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const [month] = await app.sql<{ OfferId: string; ref: string }>(
    `select o.id as "OfferId", o.offer_ref as ref from offers o join offers y on y.id = $1
     where o.product_id = y.product_id and o.offer_ref <> y.offer_ref and o.term = 'P1M' and not o.is_add_on and o.minimum <= 3 limit 1`,
    [year.OfferId],
  );
  await worker.control("microsoft", "act", {
    action: "refuseAtCheckout",
    catalogItemId: month!.ref,
  });
  const { placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [
      { Key: "a", OfferId: year.OfferId, Quantity: 5 },
      { Key: "b", OfferId: month!.OfferId, Quantity: 3 },
    ],
  });
  const { OrderId, InstanceId } = placed.Result!;
  const failed = await fails(reseller, InstanceId);
  const [live, refused] = failed.Orders[0]!.Lines;
  expect([live!.State, refused!.State]).toEqual(["done", "refused"]);
  expect(failed.Orders[0]!.Message).toMatch(
    /does not offer this product to this customer\. The other item was done\.$/,
  );
  expect(await heldAt([live!.SubscriptionId])).toEqual([5]);
  expect(await charged([live!.SubscriptionId])).toBeGreaterThan(0);
  expect(await charged([refused!.SubscriptionId])).toBe(0);
  const standing = new Map(failed.Subscriptions.map(({ Id, AtVendor }) => [Id, AtVendor]));
  expect([live!, refused!].map((line) => standing.get(line.SubscriptionId))).toEqual(["provided", "refused"]);

  // Nothing holds up what is provided, nor is what is not changed or charged.
  const seats = (Key: string) =>
    order(reseller, customerId, { Kind: "setQuantity", Targets: [{ Key, Quantity: 7 }] }, { InstanceId });
  expect((await seats(refused!.SubscriptionId)).proposal).toMatchObject({
    status: 409,
    Error: "subscriptionNotProvided",
  });
  expect((await seats(live!.SubscriptionId)).placed.status).toBe(200);
  await worker.until(async () => (await heldAt([live!.SubscriptionId]))[0] === 7, "seven seats");

  // What was refused can be tried again all the same.
  const again = await app.call(reseller, orders.retry, { params: { orderId: OrderId } });
  expect(again.Result).toMatchObject({ Status: "Working" });
  await becomes(reseller, InstanceId, "Active");
  expect(await heldAt([live!.SubscriptionId, refused!.SubscriptionId])).toEqual([7, 3]);
  expect(await charged([refused!.SubscriptionId])).toBeGreaterThan(0);
});

test("F2 of one change, each subscription has what its vendor did, in the books as at the vendor", async () => {
  const { reseller, InstanceId, ids, setSeats, held } = await bought(5, 6);
  const [first, second] = [await charged([ids[0]!]), await charged([ids[1]!])];
  await refuse("800090", { nth: 2 });
  await setSeats(9, 8);
  const failed = await fails(reseller, InstanceId);
  expect(failed.Orders[0]!.Lines.map(({ State }) => State).toSorted()).toEqual(["done", "refused"]);
  const [one, other] = await held();
  const books = ids.map((id) => failed.Subscriptions.find((each) => each.Id === id)!.Quantity);
  expect(books).toEqual([one, other]);
  expect([
    [9, 6],
    [5, 8],
  ]).toContainEqual(books);
  expect((await charged([ids[0]!])) > first).toBe(one === 9);
  expect((await charged([ids[1]!])) > second).toBe(other === 8);
});

test("F8 a change that waits at the vendor holds up no other subscription of its service", async () => {
  const { reseller, customerId, InstanceId, OfferId, ids, setSeats, held } = await bought(5, 6);
  await worker.control("microsoft", "faults", {
    times: 10_000,
    match: { method: "PATCH", path: await refOf(ids[0]!) },
    fault: { kind: "reset" },
  });
  await setSeats(8);
  const changing = await status(reseller, InstanceId);
  expect(changing.Subscriptions.find(({ Id }) => Id === ids[0])!.AtVendor).toBe("changing");
  const seats = (Key: string, Quantity: number) =>
    order(reseller, customerId, { Kind: "setQuantity", Targets: [{ Key, Quantity }] }, { InstanceId });
  expect((await seats(ids[0]!, 9)).proposal).toMatchObject({ status: 409, Error: "serviceBusy" });
  expect((await seats(ids[1]!, 9)).placed.status).toBe(200);
  await worker.until(async () => (await held())[1] === 9, "nine seats");
  const added = await order(
    reseller,
    customerId,
    { Kind: "add", Lines: [{ Key: "c", OfferId, Quantity: 2 }] },
    { InstanceId },
  );
  expect(added.placed).toMatchObject({ status: 200 });
  await worker.until(
    async () => (await status(reseller, InstanceId)).Orders[0]!.Status === "Completed",
    "the purchase beside it",
  );
  expect((await held())[0]).toBe(5);
  await fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
  await app.sql(
    "update orders set looked_at = looked_at - interval '10 seconds' where status = 'Working' and instance_id = $1",
    [InstanceId],
  );
  const { Orders } = await status(reseller, InstanceId);
  await app.call(reseller, orders.look, { params: { orderId: Orders.find(({ Status }) => Status === "Working")!.Id } });
  await becomes(reseller, InstanceId, "Active");
  expect(await held()).toEqual([8, 9]);
});

const refOf = async (id: string) =>
  (await app.sql<{ vendor_ref: string }>("select vendor_ref from subscriptions where id = $1", [id]))[0]!.vendor_ref;

test("what was known at a moment stays so after a refusal and another try: seats that were refused were never there", async () => {
  const { reseller, InstanceId, ids, setSeats } = await bought(10);
  await refuse("2002");
  const orderId = await setSeats(15);
  await fails(reseller, InstanceId);
  await app.call(reseller, orders.retry, { params: { orderId } });
  await becomes(reseller, InstanceId, "Active");
  const recorded = await app.sql<{ kind: string; at: Date }>(
    "select kind, recorded_at as at from subscription_history where order_id = $1 order by recorded_at, id",
    [orderId],
  );
  expect(recorded.map(({ kind }) => kind)).toEqual(["seatsAdded", "undone", "seatsAdded"]);
  const [placed, between] = recorded.map(({ at }) => at.toISOString()) as [string, string];
  const history = await worker.platform.database.read({ role: "app_worker" }, (db) =>
    listHistory(db, reseller.resellerId, ids, orderId),
  );
  const seats = (effective: string, at: string) => asOf(history, effective, at)!.quantity;
  const now = nowAt();
  expect([seats(placed, placed), seats(between, between), seats(placed, now), seats(now, now)]).toEqual([
    15, 10, 15, 15,
  ]);
  const [tally] = await app.sql<{ seats: string }>(
    "select sum(amount) as seats from customer_tallies where reseller_id = $1 and figure = 'seats'",
    [reseller.resellerId],
  );
  expect(tally!.seats).toBe("15");
});

longTest(
  "what a vendor has not done when a month ends is on no invoice, and is due in the month in which it is done",
  async () => {
    const { reseller, InstanceId, ids, setSeats } = await bought(10);
    await worker.control("microsoft", "faults", { times: 10_000, fault: { kind: "reset" } });
    const orderId = await setSeats(14);
    const [held] = await app.sql<{ due: string; minor: string }>(
      "select max(due_on)::text as due, sum(amount_minor) as minor from held_charges where order_id = $1",
      [orderId],
    );
    const before = await charged(ids);
    await worker.moveDays(32);
    const [month] = await app.sql<{ until: string }>(
      "select billed_until::text as until from billing_state where reseller_id = $1",
      [reseller.resellerId],
    );
    expect(held!.due < month!.until).toBe(true);
    expect(await app.sql("select from charges where order_id = $1", [orderId])).toEqual([]);
    expect(await charged(ids)).toBeGreaterThan(before);

    await fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
    await app.sql("update orders set looked_at = looked_at - interval '10 seconds' where id = $1", [orderId]);
    await app.call(reseller, orders.look, { params: { orderId } });
    await becomes(reseller, InstanceId, "Active");
    const made = await app.sql(
      "select min(due_on)::text as due, sum(amount_minor) as minor from charges where order_id = $1",
      [orderId],
    );
    expect(made).toEqual([{ due: month!.until, minor: held!.minor }]);
  },
);
