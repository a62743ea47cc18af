import { plans } from "@tradewind/contract/ordering/plans.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const sweep = sweeping(app, worker);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

/** A plan that gives a customer two licences more than the ten of a year that it has. */
async function planned() {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 10 }] });
  await becomes(reseller, placed.Result!.InstanceId, "Active");
  const [held] = await app.sql<{ id: string; vendor_ref: string; tenant_ref: string }>(
    `select s.id, s.vendor_ref, t.tenant_ref from subscriptions s
     join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id where instance_id = $1`,
    [placed.Result!.InstanceId],
  );
  const Lines = [{ SubscriptionId: held!.id, Change: { Kind: "setQuantity" as const, Quantity: 12 } }];
  const { Result } = await app.call(reseller, plans.make, { body: { Name: "Two more", Lines } });
  const planId = Result!.Id;
  return { ...held!, reseller, planId, ready: await reaches(reseller, planId, "ready") };
}
const read = async (reseller: Person, planId: string) =>
  (await app.call(reseller, plans.byId, { params: { planId } })).Result!;
const lines = async (reseller: Person, planId: string) =>
  (await app.call(reseller, plans.lines, { params: { planId }, query: {} })).Result!.Items;
const reaches = (reseller: Person, planId: string, state: string) =>
  worker.until(async () => {
    const plan = await read(reseller, planId);
    return plan.State === state && (state === "ready" || !plan.Lines.working) ? plan : undefined;
  }, `the plan to be ${state}`);
const commit = (reseller: Person, planId: string, Hash: string) =>
  app.call(reseller, plans.commit, { params: { planId }, body: { Hash } });

test("until when a plan can be undone is what the vendor says by now", async () => {
  const { reseller, planId, ready, vendor_ref: subscriptionId, tenant_ref } = await planned();
  await commit(reseller, planId, ready.Hash);
  await reaches(reseller, planId, "done");
  const until = new Date(worker.platform.clock.now().getTime() + 3_600_000).toISOString();
  await worker.control("microsoft", "act", { action: "moveWindows", subscriptionId, until });
  await sweep(tenant_ref);
  expect(await read(reseller, planId)).toMatchObject({ UndoUntil: until });
  expect(await lines(reseller, planId)).toMatchObject([{ State: "done", UndoUntil: until }]);
  const { text } = await app.call(reseller, plans.csv, { params: { planId }, query: {} });
  expect(text).toContain(until.slice(0, 16).replace("T", " "));
});

test("what an order that is tried again will charge is part of what a plan says, and of its hash", async () => {
  const { reseller, planId, ready } = await planned();
  await worker.control("microsoft", "faults", {
    times: 1,
    match: { method: "PATCH" },
    fault: { kind: "status", status: 400, body: { code: "800090", description: "No." } },
  });
  await commit(reseller, planId, ready.Hash);
  const failed = await reaches(reseller, planId, "done");
  expect(failed).toMatchObject({ Lines: { failed: 1 }, ChargeNow: { Minor: "0" } });
  await app.call(reseller, plans.retry, { params: { planId } });
  const again = await reaches(reseller, planId, "ready");
  expect(again.ChargeNow).toEqual(ready.ChargeNow);
  expect(await commit(reseller, planId, failed.Hash)).toMatchObject({ status: 409, Error: "proposalChanged" });
  await commit(reseller, planId, again.Hash);
  expect(await reaches(reseller, planId, "done")).toMatchObject({ Lines: { done: 1 }, ChargeNow: ready.ChargeNow });
  const [{ charged }] = (await app.sql(
    "select coalesce(sum(amount_minor), 0)::text as charged from charges where order_id in (select order_id from plan_lines where plan_id = $1)",
    [planId],
  )) as [{ charged: string }];
  expect(charged).toBe(ready.ChargeNow!.Minor);
});

test("a plan takes one change of each subscription, of a number that can be ordered", async () => {
  const { reseller, id: SubscriptionId } = await planned();
  const make = (...quantities: number[]) =>
    app.call(reseller, plans.make, {
      body: {
        Name: "Odd",
        Lines: quantities.map((Quantity) => ({ SubscriptionId, Change: { Kind: "setQuantity" as const, Quantity } })),
      },
    });
  expect(await make(20, 30)).toMatchObject({ status: 400, Errors: { Lines: "Plan one change of each subscription" } });
  expect(await make(100_001)).toMatchObject({
    status: 400,
    Errors: { "Lines.0.Change.Quantity": "Must be at most 100000" },
  });
});

test("what its vendor has ended is named as such before it is chosen, and a plan promises no change of it", async () => {
  const { reseller, id, vendor_ref: subscriptionId, tenant_ref } = await planned();
  const candidates = async () => (await app.call(reseller, plans.candidates, { query: {} })).Result!.Items;
  expect(await candidates()).toMatchObject([{ SubscriptionId: id, Finding: null }]);
  await worker.control("microsoft", "act", { action: "remove", subscriptionId });
  await sweep(tenant_ref);
  expect(await candidates()).toMatchObject([
    { SubscriptionId: id, Finding: "It has ended at Microsoft, and we still bill 10 licences" },
  ]);
  const Lines = [{ SubscriptionId: id, Change: { Kind: "setQuantity" as const, Quantity: 13 } }];
  const { Result } = await app.call(reseller, plans.make, { body: { Name: "Three more", Lines } });
  expect((await reaches(reseller, Result!.Id, "ready")).Lines).toEqual({ refused: 1 });
  expect(await lines(reseller, Result!.Id)).toMatchObject([
    { State: "refused", Reason: expect.stringContaining("has ended at its vendor") },
  ]);
});
