import { randomUUID } from "node:crypto";
import { vendors } from "@tradewind/vendors/index.ts";
import type { Help, Hint } from "@tradewind/vendors/vendor.ts";
import { expect, test } from "vitest";
import { longTest } from "../../test/long-test.ts";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes, status } = orderStory(app, worker);

const microsoft = vendors
  .find(({ id }) => id === "microsoft")!
  .connect(worker.simulators.settings, { now: Date.now, newId: randomUUID } as Help);

async function seen(id: string) {
  const [hint] = await app.sql<Hint>(
    `select s.vendor_ref as "vendorRef", t.tenant_ref as "tenantRef" from subscriptions s
     join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id where s.id = $1`,
    [id],
  );
  return microsoft.observe!(hint!);
}

const charges = (id: string) =>
  app.sql<{ kind: string; quantity: number; minor: number; from: string; until: string }>(
    `select kind, quantity, amount_minor::int as minor, period_from::text as from, period_until::text as until
     from charges where subscription_id = $1 order by id`,
    [id],
  );

/** Five licences by the month, and what begins a year of them. */
async function standing(reseller: Person) {
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1M", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 5 }] });
  const { InstanceId } = placed.Result!;
  const [held] = (await becomes(reseller, InstanceId, "Active")).Subscriptions;
  const year = OfferId.replace("P1M", "P1Y");
  const begin = (offerId: string, Quantity: number | null = null) =>
    order(
      reseller,
      customerId,
      { Kind: "newTerm", Targets: [{ Key: held!.Id, OfferId: offerId, Quantity }] },
      { InstanceId },
    );
  return { customerId, InstanceId, held: held!, OfferId, year, begin };
}

const isTransition = { method: "POST", path: "/transitions" };

test("a longer term begins at both sides, the rest of the old one comes back, and what was scheduled for it is withdrawn", async () => {
  const reseller = await signInSigned();
  const { customerId, InstanceId, held, OfferId, year, begin } = await standing(reseller);
  expect(held.TakesNewTerm).toBe(true);
  const Targets = [{ Key: held.Id, Outcome: "cancel" as const }];
  await order(reseller, customerId, { Kind: "schedule", Targets }, { InstanceId });
  await becomes(reseller, InstanceId, "Active");
  await worker.moveDays(4);

  expect((await begin(OfferId)).proposal).toMatchObject({
    status: 409,
    Error: "newTermNotLonger",
    Resources: { Alternative: "schedule" },
  });
  // The answer is lost after Microsoft did it: the same term, once.
  await worker.control("microsoft", "faults", { match: isTransition, times: 1, fault: { kind: "commitThenReset" } });
  const { proposal, placed } = await begin(year);
  expect(placed.Succeed).toBe(true);
  const [row] = (await becomes(reseller, InstanceId, "Active")).Subscriptions;
  const today = app.platform.clock.today();
  expect(row).toMatchObject({ Term: "P1Y", Quantity: 5, TermFrom: today, TermEnd: { Outcome: "renew" } });
  expect(await seen(held.Id)).toMatchObject({ status: "active", quantity: 5, termUntil: row!.TermUntil });
  const promised = proposal.Result!.Lines.map(({ Quantity, Amount, From, Until }) => ({
    quantity: Quantity,
    minor: Number(Amount!.Minor),
    from: From,
    until: Until,
  }));
  expect((await charges(held.Id)).slice(1)).toMatchObject(promised);
  expect(promised.map(({ quantity }) => quantity)).toEqual([-5, 5]);
  const { Intents, History, Differences } = await status(reseller, InstanceId);
  expect([Intents, Differences]).toEqual([[], []]);
  expect(History[0]!.Text).toMatch(/^Renewed with 5 licences until /);

  // The anchor of the new term counts from now on.
  await worker.moveDays(32);
  expect((await charges(held.Id)).at(-1)).toMatchObject({ from: promised[1]!.until, kind: "recurring" });
});

longTest(
  "what runs on by the day takes a new term with another number, from the day on which it is ordered",
  async () => {
    const reseller = await signInSigned();
    const { customerId, InstanceId, held, year, begin } = await standing(reseller);
    const Targets = [{ Key: held.Id, Outcome: "extend" as const }];
    await order(reseller, customerId, { Kind: "schedule", Targets }, { InstanceId });
    await becomes(reseller, InstanceId, "Active");
    await worker.moveDays(34);
    expect(await seen(held.Id)).toMatchObject({ isExtended: true });
    const before = await charges(held.Id);

    const { placed } = await begin(year, 3);
    expect(placed.Succeed).toBe(true);
    const [row] = (await becomes(reseller, InstanceId, "Active")).Subscriptions;
    const today = app.platform.clock.today();
    expect(row).toMatchObject({ Term: "P1Y", Billing: "monthly", Quantity: 3, TermFrom: today });
    const there = await seen(held.Id);
    expect(there).toMatchObject({ quantity: 3, termUntil: row!.TermUntil });
    expect(there!.isExtended).toBeUndefined();
    const last = before.at(-1)!;
    expect((await charges(held.Id)).slice(before.length)).toMatchObject([
      { kind: "refund", quantity: -5, minor: -last.minor, from: today },
      { kind: "recurring", quantity: 3, from: today },
    ]);
    await worker.moveDays(2);
    expect(await charges(held.Id)).toHaveLength(before.length + 2);
  },
);

test("what Microsoft refuses leaves the old term as it was, and charges nothing", async () => {
  const reseller = await signInSigned();
  const { InstanceId, held, year, begin } = await standing(reseller);
  const fault = { kind: "status", status: 400, body: { code: "900268", description: "The term isn't valid." } };
  await worker.control("microsoft", "faults", { match: isTransition, times: 5, fault });
  await begin(year);
  const { Subscriptions } = await becomes(reseller, InstanceId, "ActivationFailed");
  expect(Subscriptions[0]).toMatchObject({ Term: "P1M", TermUntil: held.TermUntil, Quantity: 5 });
  expect(await charges(held.Id)).toHaveLength(1);
  await fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
});

longTest(
  "a new term that is refused days into the old one leaves its billing period, too, and the next one follows",
  async () => {
    const reseller = await signInSigned();
    const { InstanceId, held, year, begin } = await standing(reseller);
    await worker.moveDays(9);
    const fault = { kind: "status", status: 400, body: { code: "900268", description: "The term isn't valid." } };
    await worker.control("microsoft", "faults", { match: isTransition, times: 5, fault });
    await begin(year);
    const { Subscriptions } = await becomes(reseller, InstanceId, "ActivationFailed");
    await fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
    const { PeriodFrom, PeriodUntil } = held;
    expect(Subscriptions[0]).toMatchObject({ Term: "P1M", PeriodFrom, PeriodUntil });
    await worker.moveDays(25);
    expect((await charges(held.Id)).map(({ from }) => from)).toEqual([PeriodFrom, PeriodUntil]);
  },
);
