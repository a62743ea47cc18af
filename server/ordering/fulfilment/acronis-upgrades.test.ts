import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { differences } from "@tradewind/contract/ordering/differences.ts";
import { lineProofs } from "@tradewind/contract/ordering/line-proofs.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { addDays, daysBetween, monthOf } from "@tradewind/domain/values/dates.ts";
import { acronisApi } from "@tradewind/vendors/acronis/acronis-api.ts";
import { afterEach, expect, test } from "vitest";
import { curing } from "../../test/cures.ts";
import { longTest } from "../../test/long-test.ts";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const sweepTenant = sweeping(app, worker);
const { settle } = curing(app);
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);
const today = () => app.platform.clock.today();
const acronis = acronisApi({
  baseUrl: worker.simulators.urls.acronis,
  clientId: "portal",
  clientSecret: "a-long-secret",
});

afterEach(() => fetch(`${worker.simulators.urls.acronis}/__sim/faults`, { method: "DELETE" }));

const ProductId = "acronis-backup";
const offerOf = (item: string) => `acronis.${item}:none:monthly`;
const basic = offerOf("pw_base_workstations");
const better = offerOf("pw_adv_backup_workstations");
const pack = "pw_pack_adv_backup_workstations";

/** Workstations of a customer, or what the lines name, in one service. */
async function bought(Quantity: number, more: Extract<WireChange, { Kind: "add" }>["Lines"] = []) {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const Lines = [{ Key: "line-0", OfferId: basic, Quantity }, ...more];
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines }, { ProductId });
  const { InstanceId } = placed.Result!;
  const { Subscriptions } = await becomes(reseller, InstanceId, "Active");
  const { Id } = Subscriptions.find((each) => each.OfferId === basic)!;
  const [unit] = await app.sql<{ ref: string; tenant: string }>(
    `select s.vendor_ref as ref, t.tenant_ref as tenant from subscriptions s
     join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id where s.id = $1`,
    [Id],
  );
  const upgrade = (units = Quantity, ToKey?: string) =>
    order(
      reseller,
      customerId,
      { Kind: "upgrade", Targets: [{ Key: Id, OfferId: better, Quantity: units, ...(ToKey ? { ToKey } : {}) }] },
      { InstanceId, ProductId },
    );
  return { reseller, customerId, InstanceId, Id, ...unit!, upgrade };
}
type Bought = Awaited<ReturnType<typeof bought>>;

const service = async ({ reseller, InstanceId }: Bought) =>
  (await app.call(reseller, services.byId, { params: { instanceId: InstanceId } })).Result!;
const done = (held: Bought) =>
  worker.until(async () => {
    const found = await service(held);
    return found.Orders[0]!.Status !== "Working" && found;
  }, "the upgrade to end");

/** What is on in the unit at Acronis, with its quota. */
const atAcronis = async ({ ref }: Bought) =>
  Object.fromEntries(
    (await acronis.listItems(ref)).filter(({ status }) => status === 1).map(({ name, quota }) => [name, quota?.value]),
  );
const charges = ({ Id }: Bought) =>
  app.sql<{ offer_id: string; quantity: number; amount: string }>(
    "select offer_id, quantity, amount_minor::text as amount from charges where subscription_id = $1 order by id",
    [Id],
  );
async function swept({ reseller, tenant }: Bought) {
  await sweepTenant(tenant);
  return (await app.call(reseller, differences.list, {})).Result!.Items;
}
const act = (body: object) => worker.control("acronis", "act", body);

test("all workstations get the better plan where they are, for the price of the rest of the period, which the invoice explains", async () => {
  await worker.moveDays(daysBetween(today(), addDays(monthOf(today()).until, 4)));
  const held = await bought(6);
  await act({ action: "use", tenantId: held.ref, item: "pw_base_workstations", value: 5 });
  await worker.moveDays(3);
  const { proposal, placed } = await held.upgrade();
  expect(proposal.Result!.Lines).toMatchObject([
    { Kind: "refund", Quantity: -6, Description: "Acronis Cyber Protect: workstations, upgraded" },
    {
      Kind: "prorated",
      Quantity: 6,
      Description: "Acronis Cyber Protect with Advanced Backup: workstations, by upgrade",
    },
  ]);
  const after = await done(held);
  expect(after.Orders[0]).toMatchObject({ Journey: "Upgrade", Status: "Completed" });
  expect(after.Subscriptions).toMatchObject([
    {
      Id: held.Id,
      Name: "Acronis Cyber Protect with Advanced Backup: workstations",
      Quantity: 6,
      UnitCost: "2.085",
      IsUpgradable: false,
    },
  ]);
  expect(after.History[0]!.Text).toBe("Upgraded to Acronis Cyber Protect with Advanced Backup: workstations");
  expect(await atAcronis(held)).toEqual({ pw_base_workstations: 6, [pack]: 6 });
  const usages = await acronis.listUsages(held.ref);
  expect(usages.find(({ name }) => name === "pw_base_workstations")!.value).toBe(5);
  const [, ...written] = await charges(held);
  expect(written).toEqual(
    proposal.Result!.Lines.map(({ Quantity, Amount }, index) => ({
      offer_id: [basic, better][index],
      quantity: Quantity,
      amount: Amount!.Minor,
    })),
  );
  expect(await swept(held)).toEqual([]);

  const params = { orderId: placed.Result!.OrderId };
  const page = (await app.call(held.reseller, orders.byId, { params })).Result!;
  expect(page.Steps.map(({ State }) => State)).not.toContain("failed");
  expect(page.Steps.at(0)!.What).toMatch(/placed/i);
  expect(page.Charges!.map(({ Amount }) => Amount.Minor)).toEqual(written.map(({ amount }) => amount));

  await worker.moveDays(daysBetween(today(), addDays(monthOf(today()).until, 2)));
  const issued = await worker.until(async () => {
    const { Items } = (await app.call(held.reseller, invoices.list, {})).Result!;
    return Items.length > 0 && Items;
  }, "the invoice");
  const lines = [];
  for (const { Id: invoiceId } of issued) {
    const { Lines } = (await app.call(held.reseller, invoices.byId, { params: { invoiceId } })).Result!;
    for (const line of Lines) {
      const found = { invoiceId, invoiceLineId: line.Id };
      lines.push({ line, proof: (await app.call(held.reseller, lineProofs.ofLine, { params: found })).Result! });
    }
  }
  for (const { amount, quantity } of written) {
    const { line, proof } = lines.find((each) => each.line.Net!.Minor === amount && each.line.Quantity === quantity)!;
    expect(proof.Working).toMatchObject({ Kind: "units" });
    const working = proof.Working as Extract<typeof proof.Working, { Kind: "units" }>;
    expect(BigInt(working.After.Cost.Minor) - BigInt(working.Before.Cost.Minor)).toBe(BigInt(line.Net!.Minor));
    expect(proof.Order).toMatchObject({ Id: placed.Result!.OrderId });
  }
});

test("some of them alone, or into another subscription, are not upgraded: their machines are in one unit", async () => {
  const held = await bought(6, [{ Key: "line-1", OfferId: better, Quantity: 2 }]);
  const { Subscriptions } = await service(held);
  expect(Subscriptions.find((each) => each.Id === held.Id)).toMatchObject({ IsUpgradable: true, UpgradesWhole: true });
  const other = Subscriptions.find((each) => each.Id !== held.Id)!.Id;
  expect((await held.upgrade(2)).proposal).toMatchObject({ status: 409, Error: "upgradeOnlyWhole" });
  expect((await held.upgrade(6, other)).proposal).toMatchObject({ status: 409, Error: "upgradeOnlyWhole" });
  expect((await held.upgrade(7)).proposal).toMatchObject({ Error: "quantityAboveMaximum" });
  expect(await atAcronis(held)).toEqual({ pw_base_workstations: 6 });
});

test("what has the pack as an add-on is upgraded only without it, and other add-ons stay", async () => {
  const addOn = (item: string) => ({ Key: item, OfferId: offerOf(item), Quantity: 3 });
  const twice = await bought(3, [addOn(pack)]);
  expect((await twice.upgrade()).proposal).toMatchObject({ status: 409, Error: "addOnsStillActive" });
  const secure = await bought(3, [addOn("pw_pack_adv_security")]);
  await secure.upgrade();
  const { Orders, Subscriptions } = await done(secure);
  expect(Orders[0]!.Status).toBe("Completed");
  expect(Subscriptions.filter(({ Status }) => Status === "active")).toHaveLength(2);
});

test("what Acronis refuses never was, costs nothing, and can be tried again", async () => {
  const held = await bought(4);
  const before = await charges(held);
  await act({ action: "refuseItems", times: 1, message: "The pack is not part of your agreement" });
  const { placed } = await held.upgrade();
  const failed = await done(held);
  expect(failed.Orders[0]).toMatchObject({
    Status: "Failed",
    Message: expect.stringContaining("Acronis refused this: The pack is not part of your agreement."),
  });
  expect(failed.Subscriptions).toMatchObject([{ Id: held.Id, OfferId: basic, Quantity: 4 }]);
  expect(await charges(held)).toEqual(before);
  expect(await atAcronis(held)).toEqual({ pw_base_workstations: 4 });
  expect(await swept(held)).toEqual([]);

  const params = { orderId: placed.Result!.OrderId };
  const steps = (await app.call(held.reseller, orders.byId, { params })).Result!.Steps;
  expect(steps.some(({ State }) => State === "failed")).toBe(true);
  expect((await app.call(held.reseller, orders.retry, { params })).Succeed).toBe(true);
  const after = await done(held);
  expect(after.Subscriptions).toMatchObject([{ Id: held.Id, OfferId: better, Quantity: 4 }]);
  expect(await atAcronis(held)).toEqual({ pw_base_workstations: 4, [pack]: 4 });
  expect((await charges(held)).length).toBe(before.length + 2);
});

test.each([1, 2, 3, 4, 5, 6])("a connection cut at request %i of an upgrade leaves exactly one", async (nth) => {
  const held = await bought(5);
  const fault = { kind: "commitThenReset" };
  await worker.control("acronis", "faults", { times: 1, match: { path: "/api/2/", nth }, fault });
  await held.upgrade();
  expect((await done(held)).Orders[0]!.Status).toBe("Completed");
  expect(await atAcronis(held)).toEqual({ pw_base_workstations: 5, [pack]: 5 });
  expect(await charges(held)).toHaveLength(3);
  expect(await swept(held)).toEqual([]);
});

test("a pack that somebody switches off at Acronis is a difference, and Acronis is asked for it again", async () => {
  const held = await bought(4);
  await held.upgrade();
  await done(held);
  const items = (await acronis.listItems(held.ref)).filter(({ name }) => name === pack);
  await acronis.setItems(
    held.ref,
    items.map((item) => ({ ...item, status: 0 })),
  );
  const [found, ...others] = await swept(held);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ Kind: "quantity", VendorName: "Acronis" });
  expect((await settle(held.reseller, "ask", [found!.Id])).Succeed).toBe(true);
  await worker.until(async () => (await swept(held)).length === 0, "the two books to agree");
  expect(await atAcronis(held)).toEqual({ pw_base_workstations: 4, [pack]: 4 });
});

longTest(
  "a month's use above the licences costs what the plan did at its end, whatever it became before the report",
  async () => {
    await worker.moveDays(daysBetween(today(), addDays(monthOf(today()).until, 1)));
    const [early, late] = [await bought(10), await bought(10)];
    for (const { ref } of [early, late]) {
      await act({ action: "use", tenantId: ref, item: "pw_base_workstations", value: 13 });
      await act({ action: "use", tenantId: ref, item: pack, value: 13 });
    }
    await early.upgrade();
    await done(early);
    const month = monthOf(today());
    await worker.moveDays(daysBetween(today(), month.until));
    await late.upgrade();
    await done(late);
    await worker.moveDays(1);
    const used = ({ Id }: Bought) =>
      app.sql<{ offer: string; description: string; measured: string; minor: string }>(
        `select offer_id as offer, description, trim_scale(measured)::text as measured, amount_minor::text as minor from charges
       where subscription_id = $1 and measured is not null`,
        [Id],
      );
    const read = await worker.until(
      async () => {
        await app.sql(
          "update pgboss.job set start_after = now() where name = 'vendors.usageReports' and state < 'active'",
        );
        worker.platform.jobs.wake("vendors.usageReports");
        const found = [await used(early), await used(late)] as const;
        return found[0].length > 0 && found[1].length > 0 && found;
      },
      "the month's report",
      400,
    );
    expect(read).toEqual([
      [{ offer: better, description: expect.stringContaining("with Advanced Backup"), measured: "3", minor: "626" }],
      [{ offer: basic, description: expect.stringContaining("Protect: workstations"), measured: "3", minor: "371" }],
    ]);
    const apart = await app.sql<{ kind: string }>(
      "select kind from vendor_bill_differences where vendor_ref = any($1) and state = 'open'",
      [[early.ref, late.ref]],
    );
    expect(apart).toEqual([]);
  },
);
