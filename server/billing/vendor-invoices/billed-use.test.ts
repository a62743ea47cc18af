/** What vendors bill of metered use is compared by subscription, meter and month. */
import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import { addDays, addMonths, daysBetween, monthOf } from "@tradewind/domain/values/dates.ts";
import type { VendorInvoiceLine } from "@tradewind/vendors/vendor-invoices.ts";
import { expect, test } from "vitest";
import { longTest } from "../../test/long-test.ts";
import { orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { readInvoice } from "./read-invoices.jobs.ts";
import { insertVendorInvoices } from "./read-invoices.store.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);
const today = () => app.platform.clock.today();
const meter = "pw_base_servers";

/** Servers above their licences, charged for a month that is over. */
async function overused(used: readonly number[]) {
  await worker.moveDays(daysBetween(today(), addDays(monthOf(today()).until, 2)));
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const refs: string[] = [];
  for (const value of used) {
    const Lines = [{ Key: "a", OfferId: `acronis.${meter}:none:monthly`, Quantity: 2 }];
    const add: WireChange = { Kind: "add", Lines };
    const { placed } = await order(boss, customerId, add, { ProductId: "acronis-backup" });
    const { Subscriptions } = await becomes(boss, placed.Result!.InstanceId, "Active");
    const [row] = await app.sql<{ ref: string }>("select vendor_ref as ref from subscriptions where id = $1", [
      Subscriptions[0]!.Id,
    ]);
    await worker.control("acronis", "act", { action: "use", tenantId: row!.ref, item: meter, value });
    refs.push(row!.ref);
  }
  const month = monthOf(today());
  await worker.moveDays(daysBetween(today(), addDays(month.until, 1)));
  const owed = () =>
    app.sql<{ ref: string; unit: string; minor: string }>(
      `select s.vendor_ref as ref, p.unit_cost::text as unit, p.amount_minor::text as minor from charges c join payables p on p.charge_id = c.id
       join subscriptions s on s.id = c.subscription_id where c.measured is not null and s.vendor_ref = any($1) and c.period_until = $2`,
      [refs, month.until],
    );
  await worker.until(async () => (await owed()).length === used.length, "what is used is charged", 400);
  return { month, refs, owed: new Map((await owed()).map((row) => [row.ref, row])) };
}

let invoices = 0;
/** A vendor's invoice of a month with these lines, read as any other. */
async function billed(month: { from: string; until: string }, lines: VendorInvoiceLine[]) {
  const ref = `A${++invoices}`;
  const listed = { ref, currency: "GBP" as const, issuedOn: month.until, ...month };
  const [id] = await worker.platform.database.write({ role: "app_worker" }, async (tx) => {
    await insertVendorInvoices(tx, "acronis", [listed]);
    const row = await tx.selectFrom("vendor_invoices").where("ref", "=", ref).select("id").executeTakeFirstOrThrow();
    return [row.id];
  });
  async function* read() {
    yield lines;
  }
  await readInvoice(worker.platform, { list: () => Promise.resolve([listed]), read }, id, ref);
  return app.sql<{ kind: string; ref: string; state: string; ours: string; theirs: string; until: string }>(
    `select kind, vendor_ref as ref, state, ours_quantity::float as ours, theirs_quantity::float as theirs, period_until::text as until
     from vendor_bill_differences where invoice_id = $1 and charge = 'usage' order by kind`,
    [id],
  );
}
const usedOn = (
  ref: string,
  day: string,
  quantity: string,
  unitPrice: string,
  exactAmount: string,
): VendorInvoiceLine => ({
  tenantRef: "t",
  vendorRef: ref,
  customerName: "Acme",
  name: "Servers",
  charge: "usage",
  chargeType: "usage",
  meter,
  from: day,
  until: addDays(day, 1),
  quantity,
  unitPrice,
  amount: { minor: 0n, currency: "GBP" },
  exactAmount,
});

test("days of a month are summed exactly; a penny is the vendor's rounding, and all else is a difference with its cause", async () => {
  const { month, refs, owed } = await overused([5, 5, 5, 5, 5, 5]);
  const [same, penny, price, more, missing, split] = refs as [string, string, string, string, string, string];
  const { unit, minor } = owed.get(same)!;
  const whole = (Number(minor) / 100).toFixed(8);
  const less = ((Number(minor) - 1) / 100).toFixed(8);
  const double = (Number(unit) * 2).toFixed(8);
  const first = addDays(month.from, 5);
  const days = Array.from({ length: 3 }, (_, day) =>
    usedOn(split, addDays(first, day), "1", unit, ((Number(minor) + 0.5) / 300).toFixed(8)),
  );
  const other = { ...usedOn(same, first, "3", unit, whole), meter: "of-something-else" };
  const found = await billed(month, [
    usedOn(same, first, "3", unit, whole),
    usedOn(penny, first, "3", unit, less),
    usedOn(price, first, "3", double, (Number(whole) * 2).toFixed(8)),
    usedOn(more, first, "3.5", unit, whole),
    ...days,
    other,
  ]);
  const at = { until: month.until };
  expect(found).toEqual([
    { ...at, kind: "notOurs", ref: same, state: "open", ours: null, theirs: 3 },
    { ...at, kind: "price", ref: price, state: "open", ours: 3, theirs: 3 },
    { ...at, kind: "quantity", ref: more, state: "open", ours: 3, theirs: 3.5 },
    { ...at, kind: "rounding", ref: penny, state: "explained", ours: 3, theirs: 3 },
  ]);

  // It is due in the next month, whose invoice leaves it out; once it is billed after all, that is settled.
  const next = monthOf(month.until);
  expect(await billed(next, [])).toEqual([
    { ...at, kind: "notTheirs", ref: missing, state: "open", ours: 3, theirs: null },
  ]);
  expect(await billed(monthOf(addMonths(next.from, 1)), [usedOn(missing, first, "3", unit, whole)])).toEqual([]);
  const [settled] = await app.sql<{ state: string; note: string }>(
    "select state, note from vendor_bill_differences where vendor_ref = $1 and charge = 'usage'",
    [missing],
  );
  expect(settled).toEqual({ state: "corrected", note: `Billed with A${invoices}` });
});

longTest("use that Microsoft bills of something that nobody here knows waits with the month's money", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const add: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 1 }] };
  const { placed } = await order(reseller, customerId, add);
  await becomes(reseller, placed.Result!.InstanceId, "Active");
  const [tenant] = await app.sql<{ ref: string }>(
    "select tenant_ref as ref from provider_tenants where customer_id = $1",
    [customerId],
  );
  const { from, until } = monthOf(today());
  const use = { action: "use", subscriptionId: "azure-of-nobody", customerId: tenant!.ref, unitPrice: 0.0912 };
  for (const quantity of [10.5, 0.25, 3])
    await worker.control("microsoft", "act", { ...use, quantity, day: today(), meterName: "D2s v5" });
  await worker.moveDays(daysBetween(today(), addDays(until, 7)));
  const [found] = await worker.until(async () => {
    const rows = await app.sql<{ name: string; quantity: number; minor: string; reseller: string; from: string }>(
      `select name, theirs_quantity::float as quantity, theirs_minor::text as minor, reseller_id as reseller, first_of_month(period_from)::text as from
       from vendor_bill_differences where vendor_ref = 'azure-of-nobody' and kind = 'notOurs' and state = 'open'`,
    );
    return rows.length > 0 && rows;
  }, "the invoice");
  // 13.75 at 0.0912 is 1.254.
  expect(found).toEqual({
    name: "Azure plan: D2s v5",
    quantity: 13.75,
    minor: "125",
    reseller: reseller.resellerId,
    from,
  });
});
