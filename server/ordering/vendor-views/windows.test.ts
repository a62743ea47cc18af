import { services } from "@tradewind/contract/ordering/services.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { lockCustomer } from "../../customers/customers/customers.store.ts";
import { learn } from "./vendor-views.actions.ts";

const app = await testApp();
const worker = await testWorker(app);
const sweep = sweeping(app, worker);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

/** A reseller's customer with six licences of a year, and the vendor's numbers of them. */
async function standing() {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 6 }] });
  const { InstanceId } = placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  const [held] = await app.sql<{ id: string; vendor_ref: string; tenant_ref: string }>(
    `select s.id, s.vendor_ref, t.tenant_ref from subscriptions s
     join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id where instance_id = $1`,
    [InstanceId],
  );
  return { reseller, customerId, InstanceId, ...held! };
}
type Standing = Awaited<ReturnType<typeof standing>>;

test("until when the vendor takes units back rules what is offered, and the history says so", async () => {
  const held = await standing();
  const { reseller, customerId, InstanceId } = held;
  const { id: Key, vendor_ref: subscriptionId, tenant_ref: tenant } = held;
  const shown = async () => (await app.call(reseller, services.byId, { params: { instanceId: InstanceId } })).Result!;
  const reduce = (Quantity: number) =>
    order(reseller, customerId, { Kind: "setQuantity", Targets: [{ Key, Quantity }] }, { InstanceId });
  const seen = async (days: number) => {
    const until = new Date(worker.platform.clock.now().getTime() + days * 86_400_000).toISOString();
    await worker.control("microsoft", "act", { action: "moveWindows", subscriptionId, until });
    await sweep(tenant);
    return until;
  };

  // Microsoft's days end with their last minute, which is taken over; what was promised is still what is said.
  const promised = (await shown()).Subscriptions[0]!.Lots[0]!.RefundableUntil!;
  await sweep(tenant);
  expect(await lotsOf(held)).toMatchObject({ lots: [{ refundableUntil: `${promised.slice(0, 10)}T23:59:00.000Z` }] });
  expect((await shown()).Subscriptions[0]!.Lots).toMatchObject([{ RefundableUntil: promised }]);
  const later = await seen(10);
  expect((await shown()).Subscriptions[0]!.Lots).toMatchObject([{ Quantity: 6, RefundableUntil: later }]);
  const known = await app.sql<{ kind: string }>(
    "select kind from subscription_history where subscription_id = $1 order by id",
    [Key],
  );
  expect(known.map(({ kind }) => kind)).toEqual(["started", "windowsMoved", "windowsMoved"]);
  expect((await shown()).History).toHaveLength(1);
  // The days that were promised are over, and the vendor's are not.
  await worker.moveDays(8);
  const { placed: fewer } = await reduce(4);
  expect(fewer.status).toBe(200);
  await becomes(reseller, InstanceId, "Active");
  await seen(-1);
  expect((await reduce(3)).proposal).toMatchObject({ status: 409, Error: "reductionWindowClosed" });
  expect((await shown()).Subscriptions[0]!.Quantity).toBe(4);
});

/** Tells what is held as the vendor would, and that it takes nothing of it back any more. */
async function tellsNone({ vendor_ref: vendorRef, tenant_ref: tenantRef }: Standing, termUntil: string) {
  const { database, clock } = worker.platform;
  const askedAt = new Date(clock.now().getTime() + 1);
  const there = { vendorRef, status: "active", quantity: 6, termUntil, refundable: [] } as const;
  const observed = [{ tenantRef, isAll: false, seen: [there] }];
  await database.write({ role: "app_worker" }, (tx) =>
    learn(tx, worker.platform, { vendor: "microsoft", observed, by: "sweep", askedAt }),
  );
}
const lotsOf = async ({ id }: Standing) => (await app.sql("select lots from subscriptions where id = $1", [id]))[0];

test("what the vendor tells of a term that is over says nothing of the one that has begun here", async () => {
  const held = await standing();
  const promised = await lotsOf(held);
  await tellsNone(held, worker.platform.clock.today());
  expect(await lotsOf(held)).toEqual(promised);
  await tellsNone(held, "2036-01-01");
  expect(await lotsOf(held)).not.toEqual(promised);
});

test("windows of a customer for whom something is being ordered are left until they are seen next", async () => {
  const held = await standing();
  const { reseller, customerId } = held;
  const { resellerId } = reseller;
  const promised = await lotsOf(held);
  await worker.platform.database.write({ role: "app_tenant", resellerId }, async (tx) => {
    // As an order does, which writes the lots that it has read.
    await lockCustomer(tx, { resellerId, customerId: null }, customerId);
    await tellsNone(held, "2036-01-01");
  });
  expect(await lotsOf(held)).toEqual(promised);
  await tellsNone(held, "2036-01-01");
  expect(await lotsOf(held)).not.toEqual(promised);
});
