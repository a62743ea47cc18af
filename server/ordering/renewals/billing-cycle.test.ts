import { randomUUID } from "node:crypto";
import { vendors } from "@tradewind/vendors/index.ts";
import type { Help, Hint } from "@tradewind/vendors/vendor.ts";
import { expect, test } from "vitest";
import { longTest } from "../../test/long-test.ts";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { watchIntents } from "../intents/intents.actions.ts";

const app = await testApp();
const worker = await testWorker(app);
const sweep = sweeping(app, worker);
const { signInSigned, addCustomer, offer, order, becomes, status } = orderStory(app, worker);

const microsoft = vendors
  .find(({ id }) => id === "microsoft")!
  .connect(worker.simulators.settings, { now: Date.now, newId: randomUUID } as Help);

async function hintOf(id: string) {
  const [hint] = await app.sql<Hint>(
    `select s.vendor_ref as "vendorRef", t.tenant_ref as "tenantRef" from subscriptions s
     join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id where s.id = $1`,
    [id],
  );
  return hint!;
}
const seen = async (id: string) => (await microsoft.observe!(await hintOf(id)))!;

const charges = (id: string) =>
  app.sql<{ minor: number; from: string; until: string }>(
    `select amount_minor::int as minor, period_from::text as from, period_until::text as until
     from charges where subscription_id = $1 order by id`,
    [id],
  );

/** A year of five licences by the month, and what changes their billing. */
async function standing(reseller: Person) {
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 5 }] });
  const { InstanceId } = placed.Result!;
  const [held] = (await becomes(reseller, InstanceId, "Active")).Subscriptions;
  const yearly = OfferId.replace("monthly", "annual");
  const bill = (offerId: string) =>
    order(reseller, customerId, { Kind: "billing", Targets: [{ Key: held!.Id, OfferId: offerId }] }, { InstanceId });
  return { customerId, InstanceId, held: held!, OfferId, yearly, bill };
}

test("a year by the month is paid at once from its next charge on, at both sides, as was proposed, unless it is withdrawn until then", async () => {
  const reseller = await signInSigned();
  const kept = await standing(reseller);
  await kept.bill(kept.yearly);
  await becomes(reseller, kept.InstanceId, "Active");
  expect((await kept.bill(kept.OfferId)).placed.Succeed).toBe(true);
  const withdrawn = await becomes(reseller, kept.InstanceId, "Active");
  expect([withdrawn.Subscriptions[0]!.NextOfferId, withdrawn.Intents]).toEqual([null, []]);
  expect((await seen(kept.held.Id)).nextBilling).toBeUndefined();

  const { InstanceId, held, OfferId, yearly, bill } = await standing(reseller);
  expect(held).toMatchObject({ ChangesBilling: true, NextOfferId: null });
  expect((await bill(OfferId)).proposal).toMatchObject({ status: 409, Error: "billingNotPossible" });

  // Microsoft takes it, and the answer is lost.
  const match = { method: "PATCH", path: "/subscriptions/" };
  await worker.control("microsoft", "faults", { match, times: 1, fault: { kind: "commitThenReset" } });
  const { proposal, placed } = await bill(yearly);
  expect(placed.Succeed).toBe(true);
  expect(proposal.Result!.Findings.find(({ Code }) => Code === "billedOtherwise")!.Text).toMatch(/billed once a year/);
  const { Subscriptions, Intents } = await becomes(reseller, InstanceId, "Active");
  expect(Subscriptions[0]).toMatchObject({ Billing: "monthly", NextOfferId: yearly });
  expect(Intents).toMatchObject([{ Kind: "billing", State: "placed" }]);
  expect(await seen(held.Id)).toMatchObject({ billing: "monthly", nextBilling: "annual" });

  await worker.moveDays(32);
  const after = await status(reseller, InstanceId);
  expect(after.Subscriptions[0]).toMatchObject({ Billing: "annual", NextOfferId: null, ChangesBilling: false });
  expect([after.Intents, after.Differences]).toEqual([[], []]);
  expect(after.History[0]!.Text).toBe("Billed once a year from here on");
  const [promised] = proposal.Result!.Upcoming;
  expect((await charges(held.Id)).at(-1)).toEqual({
    minor: Number(promised!.Totals!.Net.Minor),
    from: held.PeriodUntil,
    until: held.TermUntil,
  });
  expect((await seen(held.Id)).billing).toBe("annual");
  expect((await seen(held.Id)).nextBilling).toBeUndefined();
  expect(await charges(kept.held.Id)).toHaveLength(2);
  expect((await status(reseller, kept.InstanceId)).Subscriptions[0]!.Billing).toBe("monthly");
  await worker.moveDays(40);
  expect(await charges(held.Id)).toHaveLength(2);
});

longTest("what its vendor has lost is charged as its vendor bills it, and people are told", async () => {
  const reseller = await signInSigned();
  const { InstanceId, held, yearly, bill } = await standing(reseller);
  await bill(yearly);
  await becomes(reseller, InstanceId, "Active");
  const { vendorRef, tenantRef } = await hintOf(held.Id);
  // Somebody sends Microsoft less than all of it.
  await worker.control("microsoft", "act", { action: "dropNextCharge", subscriptionId: vendorRef });
  await sweep(tenantRef);
  await worker.until(
    async () => (await status(reseller, InstanceId)).Intents[0]?.State === "lost",
    "the vendor to be seen without it",
  );
  await worker.moveDays(32);
  await watchIntents(worker.platform);
  await worker.until(
    async () => (await status(reseller, InstanceId)).Intents[0]?.State === "tooLate",
    "people to be told that it is too late",
  );
  expect((await status(reseller, InstanceId)).Subscriptions[0]).toMatchObject({ Billing: "monthly" });
  const told = await app.sql<{ content: string }>(
    "select content from notifications where reseller_id = $1 and content like '%is billed once a year%'",
    [reseller.resellerId],
  );
  expect(told.length).toBeGreaterThan(0);
  expect((await charges(held.Id)).map(({ minor }) => minor)).toEqual([
    expect.any(Number),
    (await charges(held.Id))[0]!.minor,
  ]);
});
