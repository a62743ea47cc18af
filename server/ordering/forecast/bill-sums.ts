import type { ComingKind } from "@tradewind/contract/ordering/forecast.ts";
import { totalsOf, vatPercent, type Totals } from "@tradewind/domain/billing/vat.ts";
import type { PricingContext } from "@tradewind/domain/pricing/pricing-types.ts";
import { monthOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import { money, type Currency, type Money } from "@tradewind/domain/values/money.ts";

type Entry = { productId: string; kind: ComingKind; dueOn: CalendarDate; count: number; minor: bigint };
type BillRow = { productId: string; kind: ComingKind; count: number; net: Money };
export type Bill = Totals & { month: CalendarDate; issuedOn: CalendarDate; estimated: Money; rows: BillRow[] };

type Sum = Pick<Entry, "productId" | "kind" | "count" | "minor">;

/** Sums what falls due in each month by product and kind, and taxes it as the bill will be. */
export function billSums({ treatment: { category }, rates }: PricingContext["vat"], currency: Currency) {
  const sums = new Map<string, Map<string, Sum>>();
  const nets = new Map<string, Map<string, bigint>>();
  return {
    add({ productId, kind, dueOn, count, minor }: Entry): void {
      const month = dueOn.slice(0, 7);
      const rows = entryOf(sums, month, () => new Map<string, Sum>());
      const row = entryOf(rows, `${kind} ${productId}`, () => ({ productId, kind, count: 0, minor: 0n }));
      row.count += count;
      row.minor += minor;
      const byRate = entryOf(nets, month, () => new Map<string, bigint>());
      const percent = vatPercent(rates, category, dueOn);
      byRate.set(percent, (byRate.get(percent) ?? 0n) + minor);
    },
    billOf(month: CalendarDate): Bill {
      const rows = [...(sums.get(month.slice(0, 7))?.values() ?? [])];
      const lines = [...(nets.get(month.slice(0, 7)) ?? [])].map(([percent, minor]) => ({
        net: money(minor, currency),
        category,
        percent,
      }));
      const estimated = rows.reduce(
        (sum, { kind, minor }) => (kind === "usage" || kind === "spend" ? sum + minor : sum),
        0n,
      );
      return {
        month,
        issuedOn: monthOf(month).until,
        ...totalsOf(lines, currency),
        estimated: money(estimated, currency),
        rows: rows.map(({ minor, ...row }) => ({ ...row, net: money(minor, currency) })),
      };
    },
  };
}

function entryOf<V>(map: Map<string, V>, key: string, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
