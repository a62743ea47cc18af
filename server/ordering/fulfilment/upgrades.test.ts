import { randomUUID } from "node:crypto";
import { differences } from "@tradewind/contract/ordering/differences.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { partnerCenter } from "@tradewind/vendors/microsoft/microsoft-api.ts";
import { addDays, daysBetween, monthOf } from "@tradewind/domain/values/dates.ts";
import { afterEach, expect, inject, test } from "vitest";
import { longTest } from "../../test/long-test.ts";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const sweepTenant = sweeping(app, worker);
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);

afterEach(() => fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" }));

const microsoft = partnerCenter({
  apiUrl: worker.simulators.urls.microsoft,
  identityUrl: worker.simulators.urls.identity,
  tenant: "upgrades.example",
  clientId: "upgrades",
  clientSecret: "upgrades-secret",
  now: Date.now,
  newId: randomUUID,
});

const offerOf = async (name: string) =>
  (
    await app.sql<{ id: string; offer_ref: string }>(
      "select id, offer_ref from offers where name = $1 and term = 'P1Y' and billing = 'monthly'",
      [name],
    )
  )[0]!;
const basic = await offerOf("Microsoft 365 Business Basic");
const standard = await offerOf("Microsoft 365 Business Standard");

/** Subscriptions of Business Basic, or the offers given, in one service. */
async function bought(...lines: { OfferId?: string; Quantity: number }[]) {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: lines.map((line, index) => ({ Key: `line-${index}`, OfferId: basic.id, ...line })),
  });
  const { InstanceId } = placed.Result!;
  const { Subscriptions } = await becomes(reseller, InstanceId, "Active");
  const ids = lines.map(({ Quantity }) => Subscriptions.find((each) => each.Quantity === Quantity)!.Id);
  const [{ tenant }] = (await app.sql<{ tenant: string }>(
    "select tenant_ref as tenant from provider_tenants where customer_id = $1",
    [customerId],
  )) as [{ tenant: string }];
  const upgrade = (Key: string, Quantity: number, ToKey?: string) =>
    order(
      reseller,
      customerId,
      {
        Kind: "upgrade",
        Targets: [{ Key, OfferId: standard.id, Quantity, ...(ToKey ? { ToKey } : {}) }],
      } satisfies WireChange,
      { InstanceId },
    );
  return { reseller, customerId, InstanceId, ids, tenant, upgrade };
}
type Bought = Awaited<ReturnType<typeof bought>>;

const service = async ({ reseller, InstanceId }: Bought) =>
  (await app.call(reseller, services.byId, { params: { instanceId: InstanceId } })).Result!;

const done = (held: Bought) =>
  worker.until(async () => {
    const found = await service(held);
    return found.Orders[0]!.Status !== "Working" && found;
  }, "the upgrade to end");

const atMicrosoft = async ({ tenant }: Bought) =>
  (await microsoft.listSubscriptions(tenant)).filter(({ status }) => status === "active");

const refs = async (held: Bought) =>
  new Map(
    (
      await app.sql<{ id: string; vendor_ref: string | null }>(
        "select id, vendor_ref from subscriptions where instance_id = $1",
        [held.InstanceId],
      )
    ).map((row) => [row.id, row.vendor_ref]),
  );

const charges = async ({ InstanceId }: Bought) =>
  app.sql<{ kind: string; quantity: number; offer_id: string; amount: string }>(
    `select c.kind, c.quantity, c.offer_id, c.amount_minor as amount from charges c join subscriptions s on s.id = c.subscription_id
     where s.instance_id = $1 order by c.id`,
    [InstanceId],
  );

/** Compares the customer's tenant with Microsoft, and returns the differences found. */
async function swept({ reseller, tenant }: Bought) {
  await sweepTenant(tenant);
  return (await app.call(reseller, differences.list, {})).Result!.Items;
}

test("all seats turn their subscription into the better product at Microsoft and with us, for the price of the rest of the period", async () => {
  const held = await bought({ Quantity: 4 });
  const [id] = held.ids as [string];
  const before = (await refs(held)).get(id);
  const { proposal } = await held.upgrade(id, 4);
  expect(proposal.Result!.Lines).toMatchObject([
    { Kind: "refund", Quantity: -4, Description: "Microsoft 365 Business Basic, upgraded" },
    { Kind: "prorated", Quantity: 4, Description: "Microsoft 365 Business Standard, by upgrade" },
  ]);
  const after = await done(held);
  expect(after.Orders[0]).toMatchObject({ Journey: "Upgrade", Status: "Completed" });
  expect(after.Subscriptions).toMatchObject([{ Id: id, Name: "Microsoft 365 Business Standard", Quantity: 4 }]);
  expect(after.History[0]!.Text).toBe("Upgraded to Microsoft 365 Business Standard");
  expect(await atMicrosoft(held)).toMatchObject([{ id: before, offerId: standard.offer_ref, quantity: 4 }]);
  const [, ...written] = await charges(held);
  expect(written.map(({ offer_id, quantity }) => [offer_id, quantity])).toEqual([
    [basic.id, -4],
    [standard.id, 4],
  ]);
  expect(written.map(({ amount }) => amount)).toEqual(proposal.Result!.Lines.map(({ Amount }) => Amount!.Minor));
  expect(await swept(held)).toEqual([]);
});

test("some seats become a subscription of their own, which ends with the one they come from", async () => {
  const held = await bought({ Quantity: 10 });
  const [id] = held.ids as [string];
  await held.upgrade(id, 3);
  const { Subscriptions } = await done(held);
  const made = Subscriptions.find((each) => each.Id !== id)!;
  const left = Subscriptions.find((each) => each.Id === id)!;
  expect([left.Quantity, made.Quantity, made.TermUntil]).toEqual([7, 3, left.TermUntil]);
  const numbers = await refs(held);
  const there = await atMicrosoft(held);
  expect(there.find((each) => each.id === numbers.get(id))).toMatchObject({ offerId: basic.offer_ref, quantity: 7 });
  expect(there.find((each) => each.id === numbers.get(made.Id))).toMatchObject({
    offerId: standard.offer_ref,
    quantity: 3,
  });
  expect(there).toHaveLength(2);
  expect(await swept(held)).toEqual([]);
});

test("seats go to a subscription that is there, once its own time to be cancelled is over", async () => {
  const held = await bought({ Quantity: 5 }, { Quantity: 2, OfferId: standard.id });
  const [id, target] = held.ids as [string, string];
  expect((await held.upgrade(id, 5, target)).proposal).toMatchObject({ status: 409, Error: "upgradeTargetUnfit" });

  await worker.moveDays(8);
  await held.upgrade(id, 5, target);
  const { Subscriptions } = await done(held);
  expect(Subscriptions.find((each) => each.Id === target)).toMatchObject({ Quantity: 7 });
  expect(Subscriptions.find((each) => each.Id === id)).toMatchObject({ Quantity: 0, Status: "cancelled" });
  expect(await atMicrosoft(held)).toMatchObject([{ offerId: standard.offer_ref, quantity: 7 }]);
  expect(await swept(held)).toEqual([]);
});

test("what Microsoft refuses never was, costs nothing, and can be tried again", async () => {
  const held = await bought({ Quantity: 6 });
  const [id] = held.ids as [string];
  const before = await charges(held);
  await worker.control("microsoft", "act", { action: "failTransition", times: 1, reason: "Conflicting services." });
  const { placed } = await held.upgrade(id, 2);
  const failed = await done(held);
  expect(failed.Orders[0]).toMatchObject({
    Status: "Failed",
    Message: expect.stringContaining("services at Microsoft that do not go together"),
    Lines: [{ State: "refused" }, { State: "refused" }],
  });
  expect(failed.Subscriptions.filter((each) => each.Status !== "cancelled")).toMatchObject([{ Id: id, Quantity: 6 }]);
  expect(await charges(held)).toEqual(before);
  expect(await swept(held)).toEqual([]);

  const again = await app.call(held.reseller, orders.retry, { params: { orderId: placed.Result!.OrderId } });
  expect(again.Succeed).toBe(true);
  const after = await done(held);
  expect(Object.fromEntries(after.Subscriptions.map((each) => [each.Name, each.Quantity]))).toEqual({
    "Microsoft 365 Business Basic": 4,
    "Microsoft 365 Business Standard": 2,
  });
  expect(await atMicrosoft(held)).toHaveLength(2);
  expect((await charges(held)).length).toBe(before.length + 2);
});

test.each(inject("long") ? [1, 2, 3, 4, 5] : [1, 3, 5])(
  "a connection cut at request %i of an upgrade leaves exactly one",
  async (nth) => {
    const held = await bought({ Quantity: 5 });
    const [id] = held.ids as [string];
    await worker.control("microsoft", "faults", {
      times: 1,
      match: { path: "/v1/customers/", nth },
      fault: { kind: "commitThenReset" },
    });
    await held.upgrade(id, 2);
    await done(held);
    expect((await atMicrosoft(held)).map(({ quantity }) => quantity).toSorted((a, b) => a - b)).toEqual([2, 3]);
    expect(await swept(held)).toEqual([]);
  },
);

test("what else somebody changed at Microsoft neither begins an upgrade twice nor hides that it is done", async () => {
  const held = await bought({ Quantity: 10 });
  const [id] = held.ids as [string];
  const subscriptionId = (await refs(held)).get(id);
  await worker.control("microsoft", "act", { action: "setQuantity", subscriptionId, quantity: 11 });
  await held.upgrade(id, 2);
  const { Orders, Subscriptions } = await done(held);
  expect(Orders[0]!.Status).toBe("Completed");
  expect(Subscriptions.map(({ Quantity }) => Quantity).toSorted((a, b) => a - b)).toEqual([2, 8]);
  expect((await atMicrosoft(held)).map(({ quantity }) => quantity).toSorted((a, b) => a - b)).toEqual([2, 9]);
  expect(await swept(held)).toMatchObject([{ Kind: "quantity", Ours: "8 licences", Theirs: "9 licences" }]);
});

test.each([
  { booked: 6, there: 3, moved: 3, what: "some are all that is there" },
  { booked: 3, there: 6, moved: 3, what: "all are only some of what is there" },
])("an upgrade waits for its difference to be settled where $what: they would get another number", async (each) => {
  const held = await bought({ Quantity: each.booked });
  const [id] = held.ids as [string];
  const subscriptionId = (await refs(held)).get(id);
  await worker.control("microsoft", "act", { action: "setQuantity", subscriptionId, quantity: each.there });
  await held.upgrade(id, each.moved);
  const { Orders } = await done(held);
  expect(Orders[0]).toMatchObject({
    Status: "Failed",
    Message: expect.stringContaining(`Microsoft has ${each.there} of these licences, not ${each.booked}`),
  });
  expect(await atMicrosoft(held)).toMatchObject([{ offerId: basic.offer_ref, quantity: each.there }]);
  expect(await swept(held)).toMatchObject([{ Kind: "quantity" }]);
});

test("an upgrade whose answer was lost is not begun again where Microsoft has other quantities than we", async () => {
  const held = await bought({ Quantity: 6 });
  const [from] = held.ids as [string];
  const subscriptionId = (await refs(held)).get(from);
  await worker.control("microsoft", "act", { action: "setQuantity", subscriptionId, quantity: 9 });
  await worker.control("microsoft", "faults", {
    times: 1,
    match: { method: "POST", path: "transitions" },
    fault: { kind: "commitThenReset" },
  });
  await held.upgrade(from, 2);
  await done(held);
  const there = (await atMicrosoft(held)).map(({ quantity }) => quantity).toSorted((a, b) => a - b);
  expect(there).toEqual([2, 7]);
});

test("an upgrade whose answer was lost is found where it led, though Microsoft no longer knows where it came from", async () => {
  const held = await bought({ Quantity: 6 });
  const [from] = held.ids as [string];
  const subscriptionId = (await refs(held)).get(from);
  const lost = { match: { method: "POST", path: "transitions" }, fault: { kind: "commitThenReset" } };
  // The look after it finds nothing out, so that there is time to forget.
  const silent = { match: { method: "GET", path: "transitions", nth: 3 }, fault: { kind: "status", status: 503 } };
  for (const each of [lost, silent]) await worker.control("microsoft", "faults", { times: 1, ...each });
  await held.upgrade(from, 2);
  await worker.until(async () => (await atMicrosoft(held)).length === 2, "the upgrade at Microsoft");
  await worker.control("microsoft", "act", { action: "forget", subscriptionId });
  const after = await done(held);
  expect(after.Subscriptions.find(({ Name }) => Name === "Microsoft 365 Business Standard")).toMatchObject({
    Status: "active",
    Quantity: 2,
  });
});

test("an upgrade that was begun before its memo could be kept is not begun again", async () => {
  const held = await bought({ Quantity: 17 });
  const [id] = held.ids as [string];
  // One just like it, of an order before.
  await held.upgrade(id, 5);
  await done(held);
  const isListing = { method: "GET", path: "/transitions" };
  await worker.control("microsoft", "faults", { times: 500, match: isListing, fault: { kind: "status", status: 503 } });
  await held.upgrade(id, 5);
  const subscriptionId = (await refs(held)).get(id)!;
  await microsoft.beginTransition(
    held.tenant,
    subscriptionId,
    {
      fromCatalogItemId: basic.offer_ref,
      fromSubscriptionId: subscriptionId,
      toCatalogItemId: standard.offer_ref,
      quantity: 5,
      termDuration: "P1Y",
      billingCycle: "monthly",
      transitionType: "transition_only",
      events: [],
    },
    randomUUID(),
  );
  await fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
  const { Orders } = await done(held);
  expect(Orders[0]!.Status).toBe("Completed");
  expect((await atMicrosoft(held)).map(({ quantity }) => quantity).toSorted((a, b) => a - b)).toEqual([5, 5, 7]);
  expect(await swept(held)).toEqual([]);
});

test("an upgrade is refused where the vendor has none, or the product is no better", async () => {
  const held = await bought({ Quantity: 3, OfferId: standard.id });
  const [id] = held.ids as [string];
  const { proposal } = await order(
    held.reseller,
    held.customerId,
    { Kind: "upgrade", Targets: [{ Key: id, OfferId: basic.id, Quantity: 1 }] },
    { InstanceId: held.InstanceId },
  );
  expect(proposal).toMatchObject({ status: 409, Error: "upgradeNotPossible" });
});

longTest("Microsoft's invoice of an upgrade agrees with what we owe for it", async () => {
  const held = await bought({ Quantity: 10 });
  const [id] = held.ids as [string];
  await worker.moveDays(2);
  await held.upgrade(id, 3);
  await done(held);
  const month = monthOf(app.platform.clock.today());
  await worker.moveDays(daysBetween(app.platform.clock.today(), addDays(month.until, 7)));
  const invoice = await worker.until(async () => {
    const [read] = await app.sql<{ id: string }>(
      "select id from vendor_invoices where period_from = $1 and read_at is not null",
      [month.from],
    );
    return read;
  }, "the month's invoice");
  const billed = await app.sql<{ charge_type: string; quantity: number }>(
    "select charge_type, quantity::int as quantity from vendor_invoice_lines where invoice_id = $1 and vendor_ref = any($2) and charge_type = 'convert'",
    [invoice.id, [...(await refs(held)).values()]],
  );
  expect(billed.map(({ quantity }) => quantity).toSorted((a, b) => a - b)).toEqual([-3, 3]);
  const apart = await app.sql<{ kind: string }>(
    "select kind from vendor_bill_differences where invoice_id = $1 and kind <> 'rounding' and vendor_ref = any($2)",
    [invoice.id, [...(await refs(held)).values()]],
  );
  expect(apart).toEqual([]);
});
