/**
 * Reads what companies used. Bitdefender's counters hold the most at a time since the first of a month, lag by some hours, and
 * begin anew at 00:00 GMT; what they say of a month that is over is what it bills.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { addMonths, monthOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import { type Connection, type LastUsage, type ReportedUsage, type UsageLine, VendorUnavailable } from "../vendor.ts";
import { type Bitdefender, isGone } from "./bitdefender-api.ts";
import { addOnRef, addOns, models, readRef } from "./bitdefender-parts.ts";

type Counters = ReadonlyMap<string, number>;

/** Bitdefender writes months as `mm/yyyy`. */
const targetMonth = (day: CalendarDate) => `${day.slice(5, 7)}/${day.slice(0, 4)}`;

/** What was used by each number of ours in a company, by the counters that were told. */
const usedIn = (companyId: string, counters: Counters): ReportedUsage[] =>
  [
    ...Object.values(models).map((meter) => ({ vendorRef: companyId, meter })),
    ...Object.entries(addOns).map(([addOn, meter]) => ({ vendorRef: addOnRef(companyId, addOn), meter })),
  ].flatMap((line) => {
    const quantity = counters.get(line.meter);
    return quantity === undefined ? [] : [{ ...line, quantity: quantity.toFixed(8) }];
  });

const isUsed = ({ quantity }: ReportedUsage) => Number(quantity) > 0;

/** What is used at a time, of the month so far. */
export const bitdefenderUsage =
  (api: Bitdefender): NonNullable<Connection["usage"]> =>
  async ({ vendorRefs, day }) => {
    const lines: UsageLine[] = [];
    const companies = new Set(vendorRefs.flatMap((vendorRef) => readRef(vendorRef)?.companyId ?? []));
    for (const companyId of companies)
      for (const used of usedIn(companyId, await countersOf(api, companyId, targetMonth(day))))
        if (isUsed(used) && vendorRefs.includes(used.vendorRef))
          lines.push({ ...used, day, source: `usage of ${day} in ${companyId}`, line: lines.length });
    return lines;
  };

/** The counters of a month of all companies, one after the other; none used is told as well, since it may correct some. */
export const bitdefenderReport =
  (api: Bitdefender, now: () => number): NonNullable<Connection["usageReport"]> =>
  async ({ from }) => {
    const companies = await api.listCompanies();
    const generatedAt = new Date(now()).toISOString();
    async function* lines(): AsyncGenerator<ReportedUsage> {
      for (const { id } of companies) yield* usedIn(id, await patiently(() => countersOf(api, id, targetMonth(from))));
    }
    return { generatedAt, lines: lines() };
  };

/** Reads what was used by a number of ours in the last month and in the present one so far. */
export async function readLastUsage(api: Bitdefender, vendorRef: string, today: CalendarDate): Promise<LastUsage[]> {
  const { companyId } = readRef(vendorRef)!;
  const { from: present } = monthOf(today);
  const used: LastUsage[] = [];
  for (const month of [addMonths(present, -1), present])
    for (const line of usedIn(companyId, await countersOf(api, companyId, targetMonth(month))))
      if (isUsed(line) && line.vendorRef === vendorRef)
        used.push({ month, meter: line.meter, quantity: line.quantity });
  return used;
}

/** Of what is gone there the comparison of the customer's companies tells. */
const countersOf = (api: Bitdefender, companyId: string, month: string): Promise<Counters> =>
  api.readUsage(companyId, month).catch((error: unknown) => {
    if (isGone(error)) return new Map();
    throw error;
  });

const mostWaits = 20;

/** Waits as long as Bitdefender asks to, so that a long report need not begin anew. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let wait = 1; ; wait++)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof VendorUnavailable) || error.retryAfterMs === undefined || wait === mostWaits) throw error;
      await sleep(error.retryAfterMs);
    }
}
