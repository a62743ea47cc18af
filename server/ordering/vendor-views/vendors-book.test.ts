import { differences, everyDifference } from "@tradewind/contract/ordering/differences.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { curing } from "../../test/cures.ts";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const { propose, settle } = curing(app);
const worker = await testWorker(app);
const sweepTenant = sweeping(app, worker);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

/** A reseller's customer with a Microsoft subscription of some seats by the month of a year. */
async function standing(Quantity = 4) {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity }] });
  const { InstanceId } = placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  const [row] = await app.sql<{ id: string; vendor_ref: string; tenant_ref: string }>(
    `select s.id, s.vendor_ref, t.tenant_ref from subscriptions s
     join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id where instance_id = $1`,
    [InstanceId],
  );
  return { reseller, customerId, instanceId: InstanceId, ...row! };
}
type Standing = Awaited<ReturnType<typeof standing>>;

const act = (body: Record<string, unknown>) => worker.control("microsoft", "act", body);

const sweep = ({ tenant_ref }: { tenant_ref: string }) => sweepTenant(tenant_ref);

const open = async (person: Person) => (await app.call(person, differences.list, {})).Result!.Items;
const service = async ({ reseller, instanceId }: Standing) =>
  (await app.call(reseller, services.byId, { params: { instanceId } })).Result!;
const chargesOf = ({ id }: Standing) =>
  app.sql<{ quantity: number; amount_minor: string; kind: string }>(
    "select quantity, amount_minor, kind from charges where subscription_id = $1 order by id",
    [id],
  );

test("what was last seen of a subscription is kept with its dates, windows and wishes, from the answer on", async () => {
  const held = await standing();
  const views = await app.sql<{ seen_by: string; facts: Record<string, unknown> }>(
    "select seen_by, facts from vendor_views where subscription_id = $1",
    [held.id],
  );
  const [ours] = await app.sql<{ until: string }>("select term_until::text as until from subscriptions where id = $1", [
    held.id,
  ]);
  expect(views).toEqual([
    {
      seen_by: "answer",
      facts: {
        status: "active",
        quantity: 4,
        billing: "monthly",
        term: "P1Y",
        termFrom: worker.platform.clock.today(),
        termUntil: ours!.until,
        termEnd: { outcome: "renew", quantity: 4, offerRef: expect.any(String), term: "P1Y", billing: "monthly" },
        cancellableUntil: expect.any(String),
        refundable: [{ quantity: 4, until: expect.any(String) }],
      },
    },
  ]);
  // Nothing of it is news to anybody.
  expect((await service(held)).History.map(({ Text }) => Text)).toHaveLength(1);
});

test("F4 what Microsoft suspends by itself is learnt by the sweep, shown, and resumed on request", async () => {
  const held = await standing();
  await act({ action: "suspend", subscriptionId: held.vendor_ref });
  expect(await open(held.reseller)).toEqual([]);
  await sweep(held);
  const [found, ...others] = await open(held.reseller);
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    Kind: "suspended",
    State: "open",
    Text: "It is suspended at Microsoft, and active with us",
    Cures: ["ask", "take", "accept"],
  });
  // Microsoft bills it on, as the first month was.
  const [month] = await chargesOf(held);
  expect(found).toMatchObject({ PerMonth: { Minor: "0" }, StillBilled: { Minor: month!.amount_minor } });
  const { Totals } = (await app.call(held.reseller, differences.list, {})).Result!;
  expect(Totals).toMatchObject({ Compared: 1, All: 1, Open: 1, Behind: [] });
  await app.sql("update provider_tenants set swept_at = swept_at - interval '3 days' where tenant_ref = $1", [
    held.tenant_ref,
  ]);
  expect((await app.call(held.reseller, differences.list, {})).Result!.Totals).toMatchObject({
    Compared: 0,
    All: 1,
    Behind: [{ CustomerId: held.customerId, VendorName: "Microsoft", At: expect.any(String) }],
  });
  const shown = await service(held);
  expect(shown.Differences).toEqual([
    { Name: expect.any(String), Text: "It is suspended at Microsoft, and active with us", State: "open" },
  ]);
  expect(shown.History[0]!.Text).toBe("Is suspended at Microsoft, with 4 licences");

  // A second look finds nothing new.
  await sweep(held);
  expect(await open(held.reseller)).toHaveLength(1);

  expect((await settle(held.reseller, "ask", [found!.Id])).Succeed).toBe(true);
  await becomes(held.reseller, held.instanceId, "Active");
  await worker.until(async () => (await open(held.reseller)).length === 0, "the two books to agree");
});

test("seats that somebody added at Microsoft are taken over and charged from the day they were seen", async () => {
  const held = await standing(4);
  await act({ action: "setQuantity", subscriptionId: held.vendor_ref, quantity: 6 });
  await sweep(held);
  const [found] = await open(held.reseller);
  expect(found).toMatchObject({ Kind: "quantity", Text: "Microsoft has 6 licences, and we have 4 licences" });
  const [first] = await chargesOf(held);
  const chosen = { Cure: "take" as const, DifferenceIds: [found!.Id] };
  const proposal = await propose(held.reseller, "take", [found!.Id]);
  const total = proposal.Totals![0]!.Minor;
  expect(proposal.Lines[0]!.Charges).toMatchObject([{ Quantity: 2 }]);
  // The whole first period is left on its first day.
  expect(Number(total)).toBe(Number(first!.amount_minor) / 2);
  expect(Number(found!.PerMonth!.Minor)).toBe(Number(first!.amount_minor) / 2);

  const stale = await app.call(held.reseller, differences.settle, { body: { ...chosen, Hash: "0" } });
  expect(stale).toMatchObject({ status: 409, Error: "proposalChanged" });
  expect((await settle(held.reseller, "take", [found!.Id])).Succeed).toBe(true);
  expect(await chargesOf(held)).toMatchObject([
    { quantity: 4 },
    { quantity: 2, kind: "prorated", amount_minor: total },
  ]);
  expect((await service(held)).Subscriptions[0]!.Quantity).toBe(6);
  await sweep(held);
  expect(await open(held.reseller)).toEqual([]);
  expect(await propose(held.reseller, "take", [found!.Id])).toMatchObject({
    Lines: [],
    LeftOut: [{ Id: found!.Id, Reason: expect.stringContaining("settled already") }],
  });
});

test("another last day of the term is taken over, and what was charged for later days is given back", async () => {
  const held = await standing(4);
  const day = addDays(worker.platform.clock.today(), 10);
  await act({ action: "endTermBefore", subscriptionId: held.vendor_ref, day });
  await sweep(held);
  const [found, ...others] = await open(held.reseller);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ Kind: "term", Cures: ["take", "accept"] });
  const proposal = await propose(held.reseller, "take", [found!.Id]);
  const [first] = await chargesOf(held);
  const [row] = await app.sql<{ days: number }>(
    "select period_until - period_from as days from subscriptions where id = $1",
    [held.id],
  );
  const ten = Math.round((Number(first!.amount_minor) * 10) / row!.days);
  expect(Number(proposal.Totals![0]!.Minor)).toBe(ten - Number(first!.amount_minor));
  expect((await settle(held.reseller, "take", [found!.Id])).Succeed).toBe(true);
  const named = await app.sql(
    "select k.kind from charges c join charges k on k.id = c.corrects where c.subscription_id = $1",
    [held.id],
  );
  expect(named).toEqual([{ kind: "recurring" }]);
  const shown = await service(held);
  expect(shown.Subscriptions).toMatchObject([{ TermUntil: day, PeriodUntil: day }]);
  expect(shown.History[0]!.Text).toContain("Took over the vendor’s dates");
  await sweep(held);
  expect(await open(held.reseller)).toEqual([]);
  // What is given back later, up to that day, names the same charge.
  const Targets = [{ Key: held.id, Quantity: 1 }];
  const given = await order(
    held.reseller,
    held.customerId,
    { Kind: "setQuantity", Targets },
    { InstanceId: held.instanceId },
  );
  const isDone = async () =>
    (await app.sql("select from orders where id = $1 and status = 'Completed'", [given.placed.Result!.OrderId]))
      .length > 0;
  await worker.until(isDone, "units given back");
  expect(
    await app.sql(
      "select c.quantity, k.kind from charges c left join charges k on k.id = c.corrects where c.subscription_id = $1 and c.kind = 'refund' order by c.id",
      [held.id],
    ),
  ).toEqual([
    { quantity: -4, kind: "recurring" },
    { quantity: -3, kind: "recurring" },
  ]);
});

test.each(["remove", "forget"])(
  "what has ended at Microsoft (%s) ends with us, and is given back from the day after it was seen, which Microsoft bills",
  async (action) => {
    const held = await standing(3);
    await act({ action, subscriptionId: held.vendor_ref });
    await sweep(held);
    const [found] = await open(held.reseller);
    expect(found).toMatchObject({ Kind: "ended", Cures: ["take", "accept"] });
    await settle(held.reseller, "take", [found!.Id]);
    const shown = await service(held);
    expect(shown.Service.Status).toBe("Deleted");
    expect(shown.History[0]!.Text).toBe("Ended, because it had ended at the vendor");
    const given = await app.sql(
      `select c.quantity, c.period_from::text as "from" from charges c where subscription_id = $1 and kind = 'refund'`,
      [held.id],
    );
    expect(given).toEqual([{ quantity: -3, from: addDays(worker.platform.clock.today(), 1) }]);
  },
);

test("what was accepted as it is stays so until it changes, and what nobody ordered is shown to the operator alone", async () => {
  const held = await standing(4);
  await act({ action: "setQuantity", subscriptionId: held.vendor_ref, quantity: 5 });
  await act({ action: "sell", customerId: held.tenant_ref, quantity: 7 });
  await sweep(held);
  const [found, ...others] = await open(held.reseller);
  expect(others).toEqual([]);
  await settle(held.reseller, "accept", [found!.Id], "A gift");
  await sweep(held);
  expect(await open(held.reseller)).toMatchObject([{ State: "accepted", Note: "A gift" }]);
  await act({ action: "setQuantity", subscriptionId: held.vendor_ref, quantity: 8 });
  await sweep(held);
  expect(await open(held.reseller)).toMatchObject([{ State: "open", Note: null, Id: found!.Id }]);

  const operator = await app.signInOperator();
  const all = (await app.call(operator, everyDifference.list, {})).Result!.Items;
  const strange = all.find((each) => each.Kind === "unknown" && each.CustomerId === held.customerId)!;
  expect(strange).toMatchObject({
    Text: "Microsoft has 7 licences that nobody ordered here",
    Cures: ["adopt", "accept"],
  });
  const accepted = await app.call(operator, everyDifference.accept, {
    body: { DifferenceIds: [strange.Id], Note: "A test of Microsoft's" },
  });
  expect(accepted.Succeed).toBe(true);
});

test("a subscription that is being changed is not compared, and an answer older than a change opens nothing", async () => {
  const held = await standing(4);
  const fault = { match: { method: "PATCH" }, times: 100, fault: { kind: "status", status: 503 } };
  await worker.control("microsoft", "faults", fault);
  const change = { Kind: "setQuantity" as const, Targets: [{ Key: held.id, Quantity: 9 }] };
  const { placed } = await order(held.reseller, held.customerId, change, { InstanceId: held.instanceId });
  expect(placed.Succeed).toBe(true);
  await sweep(held);
  expect(await open(held.reseller)).toEqual([]);
  await fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
});

test("who could not be compared is not said to have been, and comes after the others", async () => {
  const [silent, other] = [await standing(), await standing()];
  const match = { path: `/v1/customers/${silent.tenant_ref}/subscriptions` };
  // What the worker itself is about to compare is done before.
  await sweep(silent);
  await worker.control("microsoft", "faults", { match, times: 10, fault: { kind: "status", status: 404 } });
  await app.sql("update provider_tenants set swept_at = null, sweep_at = '-infinity' where tenant_ref = $1", [
    silent.tenant_ref,
  ]);
  await sweep(other);
  const behind = async ({ reseller }: Standing) =>
    (await app.call(reseller, differences.list, {})).Result!.Totals!.Behind;
  expect(await behind(other)).toEqual([]);
  expect(await behind(silent)).toMatchObject([{ CustomerId: silent.customerId, At: null }]);
  const [next] = await app.sql<{ sweep_at: Date }>("select sweep_at from provider_tenants where tenant_ref = $1", [
    silent.tenant_ref,
  ]);
  expect(next!.sweep_at.getTime() - worker.platform.clock.now().getTime()).toBeGreaterThan(9 * 60_000);
});

test("what cannot be kept of one tenant keeps nobody from being compared, and is tried again after the others", async () => {
  const [strange, other] = [await standing(), await standing()];
  await act({ action: "setQuantity", subscriptionId: strange.vendor_ref, quantity: 3_000_000_000 });
  await act({ action: "setQuantity", subscriptionId: other.vendor_ref, quantity: 5 });
  await app.sql("update provider_tenants set sweep_at = '-infinity' where tenant_ref = $1", [strange.tenant_ref]);
  await sweep(other);
  expect(await open(other.reseller)).toMatchObject([{ Kind: "quantity", Theirs: "5 licences" }]);
  expect(await open(strange.reseller)).toEqual([]);
  const [next] = await app.sql<{ sweep_at: Date }>("select sweep_at from provider_tenants where tenant_ref = $1", [
    strange.tenant_ref,
  ]);
  expect(next!.sweep_at.getTime() - worker.platform.clock.now().getTime()).toBeGreaterThan(9 * 60_000);
});
