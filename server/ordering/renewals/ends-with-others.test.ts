import { randomUUID } from "node:crypto";
import { termEnds } from "@tradewind/contract/ordering/term-ends.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { addMonths, daysBetween } from "@tradewind/domain/values/dates.ts";
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

const charged = async (id: string) => {
  const [row] = await app.sql<{ minor: number }>(
    "select sum(amount_minor)::int as minor from charges where subscription_id = $1",
    [id],
  );
  return row!.minor;
};

async function endsOf(reseller: Person, CustomerId: string, OfferId: string, SubscriptionId?: string) {
  const query = { CustomerId, OfferId, Quantity: 5, ...(SubscriptionId ? { SubscriptionId } : {}) };
  return (await app.call(reseller, termEnds.list, { query })).Result!;
}

/** Five licences for a month from the twelfth on, five days later, and what else can be bought beside them. */
async function standing(reseller: Person) {
  const { clock } = app.platform;
  const day = Number(clock.today().slice(8));
  const twelfth = addMonths(clock.today(), day > 12 ? 1 : 0, 12);
  if (day !== 12) await worker.moveDays(daysBetween(clock.today(), twelfth));
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1M", billing: "monthly" });
  const add = (TermUntil: string | null, Key = "a") =>
    order(reseller, customerId, { Kind: "add", Lines: [{ Key, OfferId, Quantity: 5, TermUntil }] });
  const { InstanceId } = (await add(null)).placed.Result!;
  const [held] = (await becomes(reseller, InstanceId, "Active")).Subscriptions;
  await worker.moveDays(5);
  return { customerId, InstanceId, held: held!, OfferId, add };
}

test("what is bought ends with what is there, at both sides, and costs what was offered", async () => {
  const reseller = await signInSigned();
  const { customerId, InstanceId, held, OfferId, add } = await standing(reseller);
  const { Ends, Whole, Others } = await endsOf(reseller, customerId, OfferId);
  expect(Others).toEqual([]);
  expect(Ends.map(({ Until, IsMonthEnd, With }) => ({ Until, IsMonthEnd, With }))).toContainEqual({
    Until: held.TermUntil,
    IsMonthEnd: false,
    With: [held.Name],
  });
  const end = Ends.find(({ Until }) => Until === held.TermUntil)!;
  expect(Number(end.Cost!.Minor)).toBeLessThan(Number(Whole.Cost!.Minor));

  // Microsoft takes it, and the answer is lost.
  const match = { method: "POST", path: "/checkout" };
  await worker.control("microsoft", "faults", { match, times: 1, fault: { kind: "commitThenReset" } });
  const { proposal } = await add(end.Until, "b");
  const shortened = proposal.Result!.Findings.find(({ Code }) => Code === "termShortened")!;
  expect(shortened.Text).toMatch(/ends early/);
  const { Subscriptions, Differences } = await becomes(reseller, InstanceId, "Active");
  expect(Differences).toEqual([]);
  const begun = Subscriptions.find(({ Id }) => Id !== held.Id)!;
  expect(begun.TermUntil).toBe(held.TermUntil);
  expect(await seen(begun.Id)).toMatchObject({ quantity: 5, termUntil: held.TermUntil });

  // Neither renews, so both end together, and the short one has cost what was offered.
  const Targets = [held, begun].map(({ Id }) => ({ Key: Id, Outcome: "cancel" as const }));
  await order(reseller, customerId, { Kind: "schedule", Targets }, { InstanceId });
  await becomes(reseller, InstanceId, "Active");
  await worker.moveDays(27);
  const after = await status(reseller, InstanceId);
  expect(after.Subscriptions.map(({ Status }) => Status)).toEqual(["cancelled", "cancelled"]);
  expect(await charged(begun.Id)).toBe(Number(end.Cost!.Minor));
  expect((await seen(begun.Id))!.status).toBe("ended");
});

longTest("a renewal ends early where it was wanted, and the one after it is whole again", async () => {
  const reseller = await signInSigned();
  const { customerId, InstanceId, held, OfferId } = await standing(reseller);
  const { Ends } = await endsOf(reseller, customerId, OfferId, held.Id);
  const end = Ends.find(({ IsMonthEnd }) => IsMonthEnd)!;
  const renew = (Until: string) =>
    order(
      reseller,
      customerId,
      { Kind: "schedule", Targets: [{ Key: held.Id, Outcome: "renew", Until }] },
      { InstanceId },
    );
  expect((await renew("2099-01-01")).proposal).toMatchObject({ status: 409, Error: "endNotPossible" });
  expect((await renew(end.Until)).placed.Succeed).toBe(true);
  const { Subscriptions, Intents, History } = await becomes(reseller, InstanceId, "Active");
  expect(Subscriptions[0]!.TermEnd).toMatchObject({ Outcome: "renew", Until: end.Until });
  expect(Intents).toMatchObject([{ State: "placed" }]);
  expect(History[0]!.Text).toMatch(/^Scheduled to renew until /);
  expect((await seen(held.Id))!.termEnd).toMatchObject({ outcome: "renew", until: end.Until });

  // A change in mid-term wipes it there, and it is told again at once.
  await order(reseller, customerId, { Kind: "setQuantity", Targets: [{ Key: held.Id, Quantity: 6 }] }, { InstanceId });
  await becomes(reseller, InstanceId, "Active");
  await worker.until(async () => (await seen(held.Id))!.termEnd?.until === end.Until, "the wish, told again");

  await worker.moveDays(28);
  const [renewed] = (await status(reseller, InstanceId)).Subscriptions;
  expect(renewed).toMatchObject({ TermFrom: held.TermUntil, TermUntil: end.Until, TermEnd: { Until: null } });
  expect(await seen(held.Id)).toMatchObject({ termUntil: end.Until });
  await worker.moveDays(20);
  const { Subscriptions: last, Differences } = await status(reseller, InstanceId);
  expect(last[0]).toMatchObject({ TermFrom: end.Until, TermUntil: addMonths(end.Until, 1) });
  expect(await seen(held.Id)).toMatchObject({ termUntil: last[0]!.TermUntil });
  expect(Differences).toEqual([]);
});

longTest("a subscription whose period cannot be turned never holds up the others of its reseller", async () => {
  const reseller = await signInSigned();
  const { InstanceId, held, add } = await standing(reseller);
  expect((await add(null, "b")).placed.Succeed).toBe(true);
  await becomes(reseller, InstanceId, "Active");
  // Half a licence has no price.
  const half = { outcome: "renew", offerId: null, quantity: 2.5 };
  await app.sql("update subscriptions set term_end = $2 where id = $1", [held.Id, half]);
  await worker.moveDays(32);
  const { Subscriptions } = await status(reseller, InstanceId);
  const [stays, other] = [true, false].map((isHeld) => Subscriptions.find(({ Id }) => (Id === held.Id) === isHeld)!);
  expect(stays!.TermUntil).toBe(held.TermUntil);
  expect(other!.TermFrom > held.TermFrom).toBe(true);
  expect(other!.TermUntil! > app.platform.clock.today()).toBe(true);
});

test("what Microsoft no longer lets end there is refused with the reason, and its charge never counts", async () => {
  const reseller = await signInSigned();
  const { customerId, InstanceId, held, add, OfferId } = await standing(reseller);
  const { Ends } = await endsOf(reseller, customerId, OfferId);
  const end = Ends.find(({ With }) => With.length > 0)!;
  // It is cancelled in Microsoft's own pages before the order gets there.
  const [{ vendor_ref }] = (await app.sql("select vendor_ref from subscriptions where id = $1", [held.Id])) as [
    { vendor_ref: string },
  ];
  await worker.control("microsoft", "act", { action: "remove", subscriptionId: vendor_ref });
  const { placed } = await add(end.Until, "b");
  expect(placed.Succeed).toBe(true);
  const { Subscriptions } = await becomes(reseller, InstanceId, "ActivationFailed");
  const params = { orderId: placed.Result!.OrderId };
  expect((await app.call(reseller, orders.byId, { params })).Result!.Lines).toMatchObject([
    {
      State: "refused",
      Reason: "Microsoft does not let a term of this product end on that day. Choose another.",
    },
  ]);
  const never = Subscriptions.find(({ Id }) => Id !== held.Id)!;
  expect(await charged(never.Id)).toBe(null);
});
