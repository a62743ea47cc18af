import { joinDays } from "@tradewind/domain/billing/day-lines.ts";
import { isByTheDay } from "@tradewind/domain/pricing/by-the-day.ts";
import type { invoices } from "@tradewind/contract/billing/invoices.ts";
import type { ResultOf, WireMoney } from "@tradewind/contract/endpoint.ts";

export type InvoiceDetail = ResultOf<typeof invoices.byId>;
export type InvoiceLine = InvoiceDetail["Lines"][number];
/** A line whose amount may be seen. */
export type PricedLine = InvoiceLine & { Net: WireMoney };
export type ServiceLines = { productId: string; name: string; net: WireMoney | null; lines: InvoiceLine[] };
export type CustomerLines = { customerId: string; name: string; net: WireMoney | null; services: ServiceLines[] };

const netOf = (lines: readonly InvoiceLine[]): WireMoney | null => {
  const [first] = lines;
  if (!first?.Net) return null;
  const minor = lines.reduce((sum, line) => sum + BigInt(line.Net?.Minor ?? 0), 0n);
  return { Minor: String(minor), Currency: first.Net.Currency };
};

type Page = Pick<InvoiceDetail, "Lines" | "Next">;

/**
 * Groups the lines of pages by customer and service, in their original order, with subtotals. There is none for the last
 * customer if their lines alone fill the last page and go on.
 */
export function groupLines(pages: readonly Page[]): CustomerLines[] {
  const last = pages.at(-1);
  const goesOn = last?.Next && last.Lines[0]?.CustomerId === last.Lines.at(-1)?.CustomerId && last.Lines[0]?.CustomerId;
  const lines = pages.flatMap((page) => page.Lines);
  return [...Map.groupBy(lines, (line) => line.CustomerId).entries()].map(([customerId, own]) => ({
    customerId,
    name: own[0]!.CustomerName,
    net: customerId === goesOn ? null : netOf(own),
    services: [...Map.groupBy(own, (line) => line.ProductId).entries()].map(([productId, same]) => ({
      productId,
      name: same[0]!.ProductName,
      net: netOf(same),
      lines: same,
    })),
  }));
}

/** A line as it is shown: several days of what ran on by the day are one, which names each of them. */
export type ShownLine = { line: InvoiceLine; days: readonly InvoiceLine[] };

export const joinedLines = (lines: readonly InvoiceLine[]): ShownLine[] =>
  joinDays(lines, (line) =>
    isByTheDay(line.Description) && !line.Corrects
      ? {
          of: [line.Description, line.Quantity, line.VatPercent].join("|"),
          from: line.PeriodFrom,
          until: line.PeriodUntil,
        }
      : undefined,
  ).map((days) => {
    const first = days[0]!;
    if (days.length === 1) return { line: first, days: [] };
    const same = days.every((day) => day.UnitCost === first.UnitCost);
    const line = {
      ...first,
      PeriodUntil: days.at(-1)!.PeriodUntil,
      UnitCost: same ? first.UnitCost : null,
      Net: netOf(days),
    };
    return { line, days };
  });
