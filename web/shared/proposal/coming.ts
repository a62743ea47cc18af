import type { WireProposal } from "@tradewind/contract/ordering/orders.ts";
import type { WireMoney } from "@tradewind/contract/endpoint.ts";
import { daysBetween } from "@tradewind/domain/values/dates.ts";

type Coming = WireProposal["Upcoming"][number];
export type ComingGroup = { period: string; from: string; net: WireMoney; same: boolean; count: number };

/** Names the length of a period. */
export function periodName({ From, Until }: Pick<Coming, "From" | "Until">): string {
  const days = daysBetween(From, Until);
  if (days >= 28 && days <= 31) return "month";
  if (days === 365 || days === 366) return "year";
  if (days >= 1095 && days <= 1096) return "three years";
  return `${days} days`;
}

/** Periods of other lengths, such as the last one of a term that ends early, come once. */
export const periodWords = (period: string): string => (/^\d/.test(period) ? `for ${period}` : `each ${period}`);

/** Groups the coming periods by length, shortest first and odd ones last; `same` if each of them costs the same. */
export function groupComing(upcoming: readonly Coming[]): ComingGroup[] {
  const groups = Map.groupBy(upcoming, periodName);
  return [...groups]
    .flatMap(([period, [first, ...rest]]) =>
      first?.Totals
        ? [
            {
              period,
              from: first.From,
              net: first.Totals.Net,
              same: rest.every((each) => each.Totals?.Net.Minor === first.Totals!.Net.Minor),
              count: rest.length + 1,
            },
          ]
        : [],
    )
    .toSorted((a, b) => order(a.period) - order(b.period));
}

const order = (period: string) => (["month", "year", "three years"].indexOf(period) + 4) % 4;

/** Formats a share of the customer's price, such as `36.4%`. */
export function shareOf(part: WireMoney, whole: WireMoney): string {
  const [above, below] = [BigInt(part.Minor), BigInt(whole.Minor)];
  if (below === 0n) return "";
  const tenths = (above * 1000n * 2n + below) / (below * 2n);
  const sign = tenths < 0n ? "−" : "";
  const text = String(tenths < 0n ? -tenths : tenths).padStart(2, "0");
  return `${sign}${text.slice(0, -1)}.${text.slice(-1)}%`;
}
