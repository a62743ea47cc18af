import { daysToRead, wholeUntil } from "@tradewind/domain/ordering/azure-spend.ts";
import { priceOfUse } from "@tradewind/domain/pricing/azure-use.ts";
import { addDays, earlierOf, monthOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { SpendLine, SpendSource } from "@tradewind/vendors/spend.ts";
import { VendorRefusal } from "@tradewind/vendors/http.ts";
import { VendorUnavailable, type Connection } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { rulesOfCustomer } from "../../catalogue/offers/price-rules.store.ts";
import { brokeInput } from "../../platform/db-errors.ts";
import { announce } from "../../platform/events.store.ts";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Tx } from "../../platform/db.ts";
import { tellOfBudgets } from "../azure-budgets/tell-budgets.actions.ts";
import { tellOfUnusualDays } from "./unusual-days.actions.ts";
import {
  CurrencyDiffers,
  keepSubscriptions,
  listTenantsToRead,
  markRead,
  replaceDays,
  type SpendTenant,
} from "./read-spend.store.ts";

type Services = { platform: Platform; connections: ReadonlyMap<string, Connection> };
const worker = { role: "app_worker" } as const;
const minute = 60_000;
const mostInARow = 3;
/** Days that are read and kept at once. */
const atOnce = 31;

/** Reads what is spent at a vendor, tenant by tenant, each in transactions of its own. */
export const readSpend = job({
  queue: "vendors.spend",
  payload: z.object({
    vendor: z.string(),
    /** A month of one reseller's tenants, which is read whether they were asked today or not. */
    again: z.object({ resellerId: z.uuid(), month: z.iso.date() }).optional(),
  }),

  async run({ platform, connections }: Services, { vendor, again }) {
    const spend = connections.get(vendor)?.spend;
    if (!spend) return;
    const today = platform.clock.now().toISOString().slice(0, 10);
    const tenants = await platform.database.read(worker, (db) =>
      listTenantsToRead(db, vendor, today, again?.resellerId),
    );
    let silence: VendorUnavailable | undefined;
    let inARow = 0;
    for (const tenant of tenants) {
      try {
        await readTenant(platform, { vendor, spend, tenant, today, month: again?.month });
        inARow = 0;
      } catch (error) {
        if (error instanceof VendorUnavailable) {
          silence = error;
          // One tenant may be in trouble by itself; whoever names a time, or is silent again and again, means everybody.
          if (error.retryAfterMs !== undefined || ++inARow === mostInARow) break;
          continue;
        }
        if (!(error instanceof VendorRefusal) && !brokeInput(error)) throw error;
        platform.log.warn({ err: error, vendor, tenant: tenant.tenant_ref }, "What a tenant spends could not be read");
      }
    }
    if (silence) throw new TryLater(Math.max(silence.retryAfterMs ?? 0, minute), silence.message);
  },
});

type Found = Awaited<ReturnType<typeof keepSubscriptions>>[number];
type Reading = {
  vendor: string;
  spend: SpendSource;
  tenant: SpendTenant;
  today: CalendarDate;
  month?: CalendarDate | undefined;
};

/** No transaction is open while the vendor answers, and its calls are not those that are counted for orders. */
async function readTenant(platform: Platform, reading: Reading): Promise<void> {
  const { vendor, spend, tenant, today } = reading;
  const { reseller_id: resellerId, customer_id: customerId, tenant_ref: tenantRef, offer_id: offerId } = tenant;
  const listed = await spend.subscriptions(tenantRef);
  const { found, rules } = await platform.database.write(worker, async (tx) => ({
    found: await keepSubscriptions(tx, vendor, tenant, listed, { today, isAgain: reading.month !== undefined }),
    rules: await rulesOfCustomer(tx, { resellerId, customerId }, { offerIds: [offerId] }),
  }));
  const priceOf = priceOfUse(rules);
  const priced = (line: SpendLine) => ({ ...line, price: priceOf(line) });
  for (const one of found)
    try {
      await readSubscription(platform, reading, one, priced);
    } catch (error) {
      // Its days are asked for again each day; the tenant's other subscriptions are read all the same.
      if (!(error instanceof CurrencyDiffers)) throw error;
      platform.log.warn({ err: error, vendor, tenant: tenantRef, subscription: one.vendor_ref }, error.message);
    }
  await platform.database.write(worker, async (tx) => {
    await tellOfBudgets(platform, tx, { resellerId, customerId });
    if (reading.month === undefined) await markRead(tx, vendor, tenantRef, today);
    if (found.length > 0) await announce(tx, resellerId, ["azureSpend", "psa"]);
  });
}

/** The days of a month until today. */
function daysOf(month: CalendarDate, today: CalendarDate) {
  const { from, until } = monthOf(month);
  return { from, to: earlierOf(addDays(until, -1), today) };
}

async function readSubscription(
  platform: Platform,
  { spend, tenant, today, month }: Reading,
  { id, vendor_ref: ref, whole_until: known }: Found,
  priced: (line: SpendLine) => SpendLine & { price: string },
): Promise<void> {
  const { reseller_id: resellerId, tenant_ref: tenantRef } = tenant;
  const { from, to } = month === undefined ? daysToRead(today, known) : daysOf(month, today);
  // Days before a month that is read anew may never have been read: then it is not known in full until its end.
  const leavesGap = month !== undefined && (known === null || from > addDays(known, 1));
  for (let first = from; first <= to; first = addDays(first, atOnce)) {
    const last = earlierOf(addDays(first, atOnce - 1), to);
    const lines = await spend.read({ tenantRef, ref, from: first, to: last });
    const whole = leavesGap ? known : earlierOf(last, wholeUntil(today, spend.wholeAfterDays));
    await platform.database.write(worker, async (tx) => {
      const after = await replaceDays(tx, { resellerId, id }, lines.map(priced), whole);
      if (after !== null && whole !== null && lines[0])
        await tellOfUnusualDays(tx, { tenant, id, after, until: whole }, lines[0].currency, platform.clock.now());
    });
  }
}

/** Has each vendor that tells so asked what is spent. */
export async function fileSpendReads(platform: Platform): Promise<void> {
  await platform.database.write(worker, async (tx) => {
    for (const { id, can } of platform.config.vendors)
      if (can.tellsSpend) await platform.jobs.file(tx, "vendors.spend", { vendor: id });
  });
}

/** Has what a reseller's customers spent in a month read anew. */
export async function fileSpendReadOf(
  tx: Tx,
  { config, jobs }: Platform,
  again: { resellerId: string; month: CalendarDate },
): Promise<void> {
  for (const { id, can } of config.vendors)
    if (can.tellsSpend) await jobs.file(tx, "vendors.spend", { vendor: id, again });
}
