import { customers } from "@tradewind/contract/customers/customers.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { refileLostOrders } from "./fulfil.jobs.ts";

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

test("a provider that stays unreachable fails the order with the last try, and a retry completes it", async () => {
  const { reseller, InstanceId, change } = await bought();
  await app.sql("update pgboss.queue set retry_limit = 1 where name = 'orders.fulfil'");
  await worker.control("microsoft", "faults", { times: 10_000, fault: { kind: "reset" } });

  const { OrderId } = (await change(8)).placed.Result!;

  const failed = await becomes(reseller, InstanceId, "ActivationFailed");
  expect(failed.Service.Reason).toBe("Microsoft 365 could not be reached. Nothing was lost; try again later.");
  expect(failed.Subscriptions[0]!.Quantity).toBe(5);
  await app.sql("update pgboss.queue set retry_limit = 20 where name = 'orders.fulfil'");
  await fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
  await app.call(reseller, orders.retry, { params: { orderId: OrderId } });
  expect((await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!.Quantity).toBe(8);
});

test("a service's orders reach the provider in the order they were placed: a later one waits for an earlier one", async () => {
  const { reseller, customerId, OrderId, InstanceId } = await bought();
  // A two-minute-old order still at work, whose job is lost for now.
  const [earlier] = await app.sql<{ id: string }>(
    `insert into orders (reseller_id, id, customer_id, instance_id, product_id, journey, task, placed_at, placed_by_name)
     select reseller_id, uuidv7('-2 minutes'), customer_id, instance_id, product_id, 'Modify', 'change', placed_at, 'Robin'
     from orders where id = $1 returning id`,
    [OrderId],
  );
  await app.sql(
    `insert into order_lines (reseller_id, order_id, subscription_id, offer_id, name, quantity)
     select reseller_id, $2, subscription_id, offer_id, name, quantity from order_lines where order_id = $1`,
    [OrderId, earlier!.id],
  );

  await app.call(reseller, customers.suspend, { params: { customerId } });
  const suspension = (await status(reseller, InstanceId)).Orders[0]!;
  await jobDone(suspension.Id);
  expect((await status(reseller, InstanceId)).Orders[0]).toMatchObject({ Journey: "Suspend", Status: "Working" });

  await refileLostOrders(worker.platform);
  await becomes(reseller, InstanceId, "Active");
  const ended = await app.sql<{ id: string }>(
    "select id from orders where id = any($1) and status = 'Completed' order by completed_at",
    [[earlier!.id, suspension.Id]],
  );
  expect(ended.map(({ id }) => id)).toEqual([earlier!.id, suspension.Id]);
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

test("open pages hear what a provider at work says, once", async () => {
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
  await worker.until(
    async () => (await status(reseller, InstanceId)).Orders[0]!.Message !== "Waiting for the vendor",
    "word of the provider",
  );
  // Of the order that was placed, and of the provider at work.
  expect((await told()) - before).toBe(2);
  await worker.control("microsoft", "seed", { delays: { changeMs: 0 } });
});
