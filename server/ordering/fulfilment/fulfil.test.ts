import { customers } from "@tradewind/contract/customers/customers.ts";
import { forms } from "@tradewind/contract/ordering/forms.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { serviceLists } from "@tradewind/contract/ordering/service-lists.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { afterEach, expect, test } from "vitest";
import { orderStory, serverWanted } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { fulfilOrder, refileLostOrders } from "./fulfil.jobs.ts";
import { recordOutcome } from "./fulfil-outcome.actions.ts";
import { vendorCalls } from "../vendor-calls/vendor-calls.actions.ts";
import { findWork } from "./fulfil.store.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, status, becomes } = orderStory(app, worker);

/** Buys an active Microsoft 365 of five seats, and offers changes of it. */
async function bought() {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 5 }],
  });
  const { OrderId, InstanceId } = placed.Result!;
  const { Id } = (await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!;
  const change = (seats: number) =>
    order(reseller, customerId, { Kind: "setQuantity", Targets: [{ Key: Id, Quantity: seats }] }, { InstanceId });
  return { reseller, customerId, OrderId, InstanceId, Id, change };
}

/** Buys two of the product's first offer. */
async function ordered(ProductId: string, Details = {}) {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const journey = await app.call(reseller, orders.journey, {
    params: { by: "product", name: ProductId },
    query: { CustomerId: customerId, Action: "Add" },
  });
  const { OfferId } = journey.Result!.Steps.flatMap((step) => step.Items)[0]!.Offers[0]!;
  const add: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 2 }] };
  const answer = await order(reseller, customerId, add, { ProductId, Details });
  return { reseller, customerId, ...answer.placed.Result! };
}

/** Repeats an order, as one at work that lost its job some minutes ago. */
async function lose(orderId: string, minutes: number): Promise<string> {
  const [lost] = await app.sql<{ id: string }>(
    `insert into orders (reseller_id, id, customer_id, instance_id, product_id, journey, task, placed_at, placed_by_name)
     select reseller_id, uuidv7(make_interval(mins => -($2::int))), customer_id, instance_id, product_id, 'Modify', 'change', placed_at, 'Robin'
     from orders where id = $1 returning id`,
    [orderId, minutes],
  );
  await app.sql(
    `insert into order_lines (reseller_id, order_id, subscription_id, offer_id, name, quantity)
     select reseller_id, $2, subscription_id, offer_id, name, quantity from order_lines where order_id = $1`,
    [orderId, lost!.id],
  );
  return lost!.id;
}

const statusOf = async (orderId: string) =>
  (await app.sql<{ status: string }>("select status from orders where id = $1", [orderId]))[0]!.status;

/** Waits until a worker has finished a job of the order. */
const jobDone = (orderId: string) =>
  worker.until(async () => {
    const jobs = await app.sql(
      "select from pgboss.job where name = 'orders.fulfil' and data ->> 'orderId' = $1 and state = 'completed'",
      [orderId],
    );
    return jobs.length > 0;
  }, "a finished job");

test("a deletion the provider refuses is reported as such, with the reason, and can be retried", async () => {
  const { reseller, customerId, InstanceId, Id } = await bought();
  // Microsoft's seven days are over, ours are not.
  await worker.control("microsoft", "clock", { advanceMs: 9 * 86_400_000 });

  const off = await order(reseller, customerId, { Kind: "cancel", Keys: [Id] }, { InstanceId });

  const { OrderId } = off.placed.Result!;
  const failed = await becomes(reseller, InstanceId, "DeletionFailed");
  expect(failed.Service.Reason).toMatch(/\w+ .*\./);
  expect(failed.Orders[0]).toMatchObject({ Journey: "Delete", Status: "Failed", Message: failed.Service.Reason });
  expect((await app.call(reseller, orders.retry, { params: { orderId: OrderId } })).Result).toMatchObject({
    Status: "Working",
  });
  await becomes(reseller, InstanceId, "DeletionFailed");
});

const settle = () => fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
afterEach(settle);

const charged = async (instanceId: string) =>
  (
    await app.sql<{ sum: string }>(
      "select sum(amount_minor) from charges where subscription_id in (select id from subscriptions where instance_id = $1)",
      [instanceId],
    )
  )[0]!.sum;
const quiet = "Microsoft does not answer at the moment. Nothing is lost or done twice: we keep looking.";

test("F12 while a vendor does not answer, an order stays at work and moves no money, somebody is told, and a look settles it", async () => {
  const { reseller, InstanceId, change } = await bought();
  await worker.control("microsoft", "faults", { times: 10_000, fault: { kind: "reset" } });
  const sum = await charged(InstanceId);
  const { placed, proposal } = await change(8);
  const { OrderId } = placed.Result!;
  const press = () => app.call(reseller, orders.look, { params: { orderId: OrderId } });
  const waited = () =>
    app.sql("update orders set looked_at = looked_at - interval '10 seconds' where id = $1", [OrderId]);
  const look = async () => (await waited(), press());
  const newest = async () => (await status(reseller, InstanceId)).Orders[0]!;
  const notices = () =>
    app.sql("select content from notifications where reseller_id = $1 and content ~ 'quarter of an hour'", [
      reseller.resellerId,
    ]);

  const silent = await worker.until(async () => {
    const { Service, Orders } = await status(reseller, InstanceId);
    return Orders[0]!.Message === quiet && Service.Reason === quiet && { Service, order: Orders[0]! };
  }, "an order that says so");
  const UnderWay = { What: "Being changed", IsUnanswered: true };
  expect(silent.Service).toMatchObject({ Status: "Activating", UnderWay });
  const list = await app.call(reseller, serviceLists.list, { query: {} });
  expect(list.Result!.Items).toMatchObject([{ Id: InstanceId, UnderWay }]);
  expect(silent.order).toMatchObject({ Status: "Working", Unanswered: { Since: expect.any(String) } });
  expect(await notices()).toEqual([]);

  // Hours later it is still looked at, with growing pauses, and whoever ordered has been told once.
  await app.sql("update orders set unsure_since = unsure_since - interval '8 hours' where id = $1", [OrderId]);
  await look();
  const looked = (before?: string) =>
    worker.until(async () => {
      const next = (await newest()).Unanswered?.NextLook ?? "";
      return next !== before && Date.parse(next) - Date.now() > 3_600_000 && next;
    }, "a next look hours away");
  const later = await looked();
  expect(Date.parse(later) - Date.now()).toBeLessThanOrEqual(2 * 3_600_000 + 60_000);
  const entries = () => app.sql("select from activity where object_id = $1 and action = 'orders.look'", [OrderId]);
  const before = await entries();
  // Who presses again and again asks the vendor no more often.
  await app.sql("update orders set looked_at = clock_timestamp() where id = $1", [OrderId]);
  for (let left = 5; left > 0; left--) expect((await press()).status).toBe(200);
  expect([(await newest()).Unanswered!.NextLook, await entries()]).toEqual([later, before]);
  await look();
  await looked(later);
  expect(await notices()).toEqual([
    {
      content: expect.stringMatching(
        /^Microsoft has not answered: order .+ of .+ \(Change to 8 × .+\)\. It has been asked for a quarter of an hour\. We keep/,
      ),
    },
  ]);
  // Nothing has failed, as far as anybody knows.
  const [told] = await app.sql("select outcome from activity where object_id = $1 and action = 'orders.unanswered'", [
    OrderId,
  ]);
  expect(told).toEqual({ outcome: "done" });
  expect(await charged(InstanceId)).toBe(sum);

  await settle();
  await look();
  const settled = await becomes(reseller, InstanceId, "Active");
  expect(settled.Subscriptions[0]!.Quantity).toBe(8);
  expect(settled.Orders[0]).toMatchObject({ Status: "Completed", Unanswered: null });
  expect(settled.Service.UnderWay).toBeNull();
  expect(Number(await charged(InstanceId))).toBe(Number(sum) + Number(proposal.Result!.ChargeNow!.Net.Minor));
});

test("however often an order is looked at, one job of it goes on looking", async () => {
  const { reseller, InstanceId, change } = await bought();
  await worker.control("microsoft", "faults", { times: 10_000, fault: { kind: "reset" } });
  const { OrderId } = (await change(8)).placed.Result!;
  const payload = { resellerId: reseller.resellerId, orderId: OrderId };
  for (let left = 5; left > 0; left--)
    await app.platform.database.write({ role: "app_operator" }, (tx) =>
      app.platform.jobs.file(tx, "orders.fulfil", payload),
    );
  await app.sql("update orders set unsure_since = now() - interval '8 hours' where id = $1", [OrderId]);
  const jobs = () =>
    app.sql<{ state: string }>(
      "select state from pgboss.job where name = 'orders.fulfil' and data ->> 'orderId' = $1 and state < 'completed'",
      [OrderId],
    );
  await worker.until(async () => {
    const left = await jobs();
    return left.length === 1 && left[0]!.state === "created";
  }, "one job that waits");
  expect((await status(reseller, InstanceId)).Service.Status).toBe("Activating");
  await settle();
  await app.sql("update orders set looked_at = looked_at - interval '10 seconds' where id = $1", [OrderId]);
  await app.call(reseller, orders.look, { params: { orderId: OrderId } });
  await becomes(reseller, InstanceId, "Active");
});

test("a service's orders reach the provider in the order they were placed: a later one waits for an earlier one", async () => {
  const { reseller, customerId, OrderId, InstanceId } = await bought();
  const earlier = await lose(OrderId, 2);

  await app.call(reseller, customers.suspend, { params: { customerId } });
  const suspension = (await status(reseller, InstanceId)).Orders[0]!;
  await jobDone(suspension.Id);
  expect((await status(reseller, InstanceId)).Orders[0]).toMatchObject({ Journey: "Suspend", Status: "Working" });

  await refileLostOrders(worker.platform);
  await becomes(reseller, InstanceId, "Active");
  const ended = await app.sql<{ id: string }>(
    "select id from orders where id = any($1) and status = 'Completed' order by completed_at",
    [[earlier, suspension.Id]],
  );
  expect(ended.map(({ id }) => id)).toEqual([earlier, suspension.Id]);
});

test("a repeated job of a finished order leaves later orders' results at the provider unchanged", async () => {
  const { reseller, InstanceId, Id, change } = await bought();
  const first = (await change(9)).placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  await change(7);
  await becomes(reseller, InstanceId, "Active");
  await app.sql("delete from pgboss.job where state = 'completed'");

  await app.platform.database.write({ role: "app_operator" }, (tx) =>
    app.platform.jobs.file(tx, "orders.fulfil", { resellerId: reseller.resellerId, orderId: first.OrderId }),
  );
  await jobDone(first.OrderId);

  const [stored] = await app.sql<{ vendor_ref: string }>("select vendor_ref from subscriptions where id = $1", [Id]);
  const { entries } = (await worker.control("microsoft", "journal")) as {
    entries: { method: string; path: string; body: { quantity?: number } }[];
  };
  const asked = entries.filter(({ method, path }) => method === "PATCH" && path.includes(stored!.vendor_ref));
  expect(asked.at(-1)!.body.quantity).toBe(7);
});

test("a job of an order that is gone ends, and is not tried again", async () => {
  const orderId = crypto.randomUUID();
  await app.platform.database.write({ role: "app_operator" }, (tx) =>
    app.platform.jobs.file(tx, "orders.fulfil", { resellerId: crypto.randomUUID(), orderId }),
  );
  await jobDone(orderId);
  const faults = await app.sql("select from pgboss.job where data ->> 'orderId' = $1 and state <> 'completed'", [
    orderId,
  ]);
  expect(faults).toEqual([]);
});

test("F7 open pages hear what a provider at work says, once, and it is asked again the later the longer it says the same", async () => {
  const { reseller, InstanceId, change } = await bought();
  const told = async () =>
    (
      await app.sql("select from events where reseller_id = $1 and topics = '{services,orders,customers,dashboard}'", [
        reseller.resellerId,
      ])
    ).length;
  const before = await told();
  await worker.control("microsoft", "seed", { delays: { changeMs: 3_600_000 } });
  await change(9);
  const { Id: orderId, Message } = await worker.until(async () => {
    const [newest] = (await status(reseller, InstanceId)).Orders;
    return newest!.Message !== "Waiting for the vendor" && newest!;
  }, "word of the provider");
  // Of the order that was placed, and of the provider at work.
  expect((await told()) - before).toBe(2);
  const askedAgainAfter = () =>
    worker.platform.database.write({ role: "app_worker" }, async (tx) => {
      const asked = await findWork(tx, reseller.resellerId, orderId);
      const same = { state: "working", memo: {}, message: Message! } as const;
      return recordOutcome(tx, worker.platform, reseller.resellerId, asked!, same);
    });
  await askedAgainAfter();
  expect((await told()) - before).toBe(2);
  await app.sql("update orders set moved_at = moved_at - interval '1 hour' where id = $1", [orderId]);
  expect(Math.floor((await askedAgainAfter())! / 60_000)).toBe(15);
  await worker.control("microsoft", "seed", { delays: { changeMs: 0 } });
});

test("an outcome that comes after that of another worker changes nothing", async () => {
  const { reseller, OrderId, InstanceId } = await bought();
  const { platform } = worker;
  await platform.database.write({ role: "app_worker" }, async (tx) => {
    const done = (await findWork(tx, reseller.resellerId, OrderId))!;
    const refused = { state: "refused", code: "late", reason: "This came too late." } as const;
    const lines = done.lines.map((line) => ({ key: line.subscription_id, ...refused }));
    const late = { state: "ended", memo: {}, tenantRef: null, lines } as const;
    await recordOutcome(tx, platform, reseller.resellerId, done, late);
  });
  const { Service, Orders } = await status(reseller, InstanceId);
  expect([Service.Status, Orders[0]!.Status]).toEqual(["Active", "Completed"]);
});

test("an order that cannot be carried out as it is ends at once, with a reason", async () => {
  const { reseller, OrderId } = await bought();
  const orderId = await lose(OrderId, 0);
  const fulfiller = { fulfil: () => Promise.reject(new RangeError("Invalid time value")) };
  const connections = new Map([["microsoft", { fulfiller } as never]]);
  const services = { platform: worker.platform, connections, vendorCalls: vendorCalls(worker.platform, connections) };
  await fulfilOrder.run(services, { resellerId: reseller.resellerId, orderId });
  const [ended] = await app.sql("select status, message from orders where id = $1", [orderId]);
  expect(ended).toEqual({
    status: "Failed",
    message: "Microsoft 365 could not be set up from what was ordered. Nothing was lost; please contact us.",
  });
});

test("an order whose vendor is not connected waits", async () => {
  const { reseller, OrderId } = await bought();
  const orderId = await lose(OrderId, 0);
  const connections = new Map();
  const services = { platform: worker.platform, connections, vendorCalls: vendorCalls(worker.platform, connections) };
  await expect(fulfilOrder.run(services, { resellerId: reseller.resellerId, orderId })).rejects.toThrow(
    "No vendor microsoft is connected",
  );
  expect(await statusOf(orderId)).toBe("Working");
});

test("what is wanted at the end of the term is told again after a change for which the vendor forgets it", async () => {
  const { reseller, customerId, InstanceId, Id, change } = await bought();
  const [stored] = await app.sql<{ vendor_ref: string }>("select vendor_ref from subscriptions where id = $1", [Id]);
  type Held = { quantity: number; autoRenewEnabled: boolean; scheduledActions?: object[] };
  /** What Microsoft answered last about the end of the term. */
  const held = async () => {
    const { entries } = (await worker.control("microsoft", "journal")) as {
      entries: { method: string; path: string; reply: { body: Held } }[];
    };
    const asked = entries.filter(({ method, path }) => method === "PATCH" && path.includes(stored!.vendor_ref));
    const { quantity, autoRenewEnabled, scheduledActions: [action] = [] } = asked.at(-1)!.reply.body;
    return { quantity, autoRenewEnabled, action };
  };
  const wishes = [
    {
      wish: { Outcome: "renew", OfferId: "CFQ7TTC0LDPB:0001:P1Y:annual" },
      told: { quantity: 6, product: { productId: "CFQ7TTC0LDPB", skuId: "0001", billingCycle: "annual" } },
    },
    {
      wish: { Outcome: "renew", Quantity: 3 },
      told: { quantity: 3, product: { productId: "CFQ7TTC0LH18", skuId: "0001", billingCycle: "monthly" } },
    },
    { wish: { Outcome: "cancel" }, told: undefined },
  ] as const;
  for (const [index, { wish, told }] of wishes.entries()) {
    await order(reseller, customerId, { Kind: "schedule", Targets: [{ Key: Id, ...wish }] }, { InstanceId });
    await becomes(reseller, InstanceId, "Active");
    await change(6 + index);
    const { Orders } = await becomes(reseller, InstanceId, "Active");
    expect(Orders[0]).toMatchObject({ PlacedBy: "Tradewind", Journey: "Modify", Status: "Completed" });
    expect(await held()).toMatchObject({
      quantity: 6 + index,
      autoRenewEnabled: wish.Outcome === "renew",
      action: told ? { actionType: "RenewToNewTerm", instructions: told } : { actionType: "Cancel" },
    });
  }
});

test("changed details are told to the vendor, and kept with the service once it has them", async () => {
  const { reseller, InstanceId } = await ordered("acronis-backup");
  await becomes(reseller, InstanceId, "Active");
  const body = { UseCustomerContact: false, BackupContactName: "Noor", BackupContactEmail: "noor@acme.example" };
  const params = { instanceId: InstanceId, actionId: "backup-contact" };
  expect((await app.call(reseller, forms.submitPut, { params, body })).status).toBe(200);

  const { Details, Orders } = await becomes(reseller, InstanceId, "Active");
  expect(Details).toMatchObject(body);
  expect(Orders[0]).toMatchObject({ Journey: "Modify", Status: "Completed", Details: body });
  const logged = await app.sql("select what from activity where object_id = $1 and action = 'orders.completed'", [
    Orders[0]!.Id,
  ]);
  expect(logged).toEqual([{ what: "The vendor has the changed details of Acronis Backup" }]);
});

test("what people provide by the month waits for them, at its start and at its end, and is no goods that have left", async () => {
  const { reseller, customerId, OrderId, InstanceId } = await ordered("cloud-server", serverWanted);
  const operator = await app.signInOperator();
  const queued = () =>
    worker.until(async () => {
      const { Service } = await status(reseller, InstanceId);
      return Service.Reason === "Waiting for our team" && Service.Status;
    }, "work for people");
  const workItemId = async () => (await app.call(operator, work.list)).Result!.Items[0]!.Id;
  expect(await queued()).toBe("Activating");
  await app.call(operator, work.complete, { params: { workItemId: await workItemId() }, body: {} });
  const { Subscriptions, History } = await becomes(reseller, InstanceId, "Active");
  expect(Subscriptions[0]!.DispatchedAt).toBeNull();
  expect(History.map(({ Kind }) => Kind)).toEqual(["started"]);

  const end: WireChange = { Kind: "cancel", Keys: [Subscriptions[0]!.Id] };
  await order(reseller, customerId, end, { ProductId: "cloud-server", InstanceId });
  expect(await queued()).toBe("Deleting");
  await app.call(operator, work.complete, { params: { workItemId: await workItemId() }, body: {} });
  await becomes(reseller, InstanceId, "Deleted");

  // Work for people needs no job until they have done it.
  const lost = await lose(OrderId, 2);
  await refileLostOrders(worker.platform);
  expect(await app.sql("select from pgboss.job where data ->> 'orderId' = $1", [lost])).toEqual([]);
});
