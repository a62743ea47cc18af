import type { InvoiceItem } from "@tradewind/contract/billing/invoices.ts";
import { formatDate, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { StatusDot } from "../../ui/status.tsx";

export const kindWords = { invoice: "Invoice", creditMemo: "Credit memo" } as const;

export function InvoiceStatus({ invoice }: { invoice: Pick<InvoiceItem, "Status" | "Kind" | "DueOn"> }) {
  if (invoice.Kind === "creditMemo")
    return <StatusDot tone="information">{invoice.Status === "paid" ? "Settled" : "Credit"}</StatusDot>;
  if (invoice.Status === "paid") return <StatusDot tone="success">Paid</StatusDot>;
  if (invoice.Status === "overdue")
    return (
      <StatusDot tone="fail" detail={`Was due on ${formatDate(invoice.DueOn)}`}>
        Overdue
      </StatusDot>
    );
  return (
    <StatusDot tone="information" detail={`Due on ${formatDate(invoice.DueOn)}`}>
      Open
    </StatusDot>
  );
}

/** Formats a period as `01/11/2026 to 30/11/2026`; a single day appears once. */
export function periodWords(from: string, until: string): string {
  const [first, last] = [formatDate(from), formatLastDay(until)];
  return from >= until || first === last ? first : `${first} to ${last}`;
}
