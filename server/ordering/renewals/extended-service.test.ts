import { randomUUID } from "node:crypto";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { vendors } from "@tradewind/vendors/index.ts";
import type { Help, Hint, Seen } from "@tradewind/vendors/vendor.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes, status } = orderStory(app, worker);

const microsoft = vendors
  .find(({ id }) => id === "microsoft")!
  .connect(worker.simulators.settings, { now: Date.now, newId: randomUUID } as Help);

/** What Microsoft has of our subscriptions. */
async function atVendor(...ids: string[]): Promise<(Seen | undefined)[]> {
  const hints = await app.sql<Hint>(
    `select s.vendor_ref as "vendorRef", t.tenant_ref as "tenantRef" from unnest($1::uuid[]) with ordinality as n (id, place)
     join subscriptions s on s.id = n.id join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id
     order by n.place`,
    [ids],
  );
  return Promise.all(hints.map((hint) => microsoft.observe!(hint)));
}

const chargesOf = (id: string) =>
  app.sql<{ period_from: string; period_until: string; amount_minor: string; description: string }>(
    `select period_from::text, period_until::text, amount_minor, description from charges where subscription_id = $1 order by id`,
    [id],
  );

async function standing(reseller: Person, term = "P1M", Quantity = 7) {
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term, billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity }] });
  const { InstanceId } = placed.Result!;
  const { Subscriptions } = await becomes(reseller, InstanceId, "Active");
  return { customerId, InstanceId, held: Subscriptions[0]! };
}

test("what is extended runs on by the day at both sides, is charged each day and cancelled on any of them", async () => {
  const reseller = await signInSigned();
  const { customerId, InstanceId, held } = await standing(reseller);
  expect(held).toMatchObject({ IsExtendable: true, Term: "P1M" });

  const Targets = [{ Key: held.Id, Outcome: "extend" as const }];
  const { proposal, placed } = await order(reseller, customerId, { Kind: "schedule", Targets }, { InstanceId });
  const finding = proposal.Result!.Findings.find(({ Code }) => Code === "extendedByTheDay");
  expect(finding!.Text).toMatch(/^From .+ charged by the day, £\d+\.\d\d for a whole month, until it is cancelled/);
  expect(placed.Succeed).toBe(true);
  const told = await becomes(reseller, InstanceId, "Active");
  expect(told.Subscriptions[0]!.TermEnd).toEqual({ Outcome: "extend", OfferId: null, Quantity: null, Until: null });

  await worker.moveDays(34);
  const [row] = (await status(reseller, InstanceId)).Subscriptions;
  expect(row).toMatchObject({ Billing: "daily", Term: "none", TermUntil: null, Quantity: 7, IsExtendable: false });
  expect(await atVendor(held.Id)).toMatchObject([{ status: "active", isExtended: true }]);
  const [first, ...days] = await chargesOf(held.Id);
  expect(days.length).toBeGreaterThanOrEqual(2);
  expect(days[0]!.period_from).toBe(first!.period_until);
  for (const day of days) {
    expect(Date.parse(day.period_until) - Date.parse(day.period_from)).toBe(86_400_000);
    expect(day.description).toMatch(/, extended by the day$/);
  }
  // Exactly what was promised for the month, day by day.
  const promised = proposal.Result!.Upcoming.at(-1)!;
  const length = (Date.parse(promised.Until) - Date.parse(promised.From)) / 86_400_000;
  const sum = days.reduce((all, each) => all + Number(each.amount_minor), 0);
  expect(Math.abs(sum - (Number(promised.Totals!.Net.Minor) * days.length) / length)).toBeLessThanOrEqual(0.5);

  const ending = await order(reseller, customerId, { Kind: "cancel", Keys: [held.Id] }, { InstanceId });
  expect(ending.placed.Succeed).toBe(true);
  await becomes(reseller, InstanceId, "Deleted");
  expect(await atVendor(held.Id)).toMatchObject([{ status: "ended" }]);
  await worker.moveDays(3);
  expect(await chargesOf(held.Id)).toHaveLength(1 + days.length);
});

test("F9 the end of a parent says which add-ons renew without it, and they do at both sides", async () => {
  const reseller = await signInSigned();
  const { customerId, InstanceId, held } = await standing(reseller);
  const { Result } = await app.call(reseller, orders.journey, {
    params: { by: "product", name: "microsoft-365" },
    query: { CustomerId: customerId, Action: "Modify", InstanceId },
  });
  const items = Result!.Steps.flatMap((step) => step.Items);
  const addOn = items.find((item) => item.IsAddOn && item.NeedsOneOf.includes(held.Sku))!;
  const OfferId = addOn.Offers.find(({ Term }) => Term === "P1M")!.OfferId;
  const Lines = [{ Key: "b", OfferId, Quantity: 2, AddOnTo: held.Id }];
  await order(reseller, customerId, { Kind: "add", Lines }, { InstanceId });
  const both = (await becomes(reseller, InstanceId, "Active")).Subscriptions;
  const child = both.find(({ ParentId }) => ParentId === held.Id)!;

  const Targets = [{ Key: held.Id, Outcome: "cancel" as const }];
  const { proposal } = await order(reseller, customerId, { Kind: "schedule", Targets }, { InstanceId });
  expect(proposal.Result!.Findings).toContainEqual({
    Code: "addOnsRunOn",
    Blocks: false,
    AgreementId: null,
    Text: `${child.Name} renews by itself and is billed on, though what it belongs to has ended. End it as well unless still needed.`,
  });
  await becomes(reseller, InstanceId, "Active");
  await worker.moveDays(34);
  await becomes(reseller, InstanceId, "Active");
  const present = (await status(reseller, InstanceId)).Subscriptions;
  expect(present.map(({ Id, Status }) => [Id, Status])).toEqual([
    [held.Id, "cancelled"],
    [child.Id, "active"],
  ]);
  expect(await atVendor(held.Id, child.Id)).toMatchObject([{ status: "ended" }, { status: "active" }]);
});
