import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { invoices, InvoiceItem, InvoiceStanding } from "@tradewind/contract/billing/invoices.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { formatMoney, type MoneyValue } from "../../ui/money-text.tsx";
import type { TimelineEntry } from "../../ui/timeline.tsx";
import { AsOfDialog } from "../../shared/as-of/as-of-dialog.tsx";
import { ChangesSince, rowsOf, ThenAndNow } from "../../shared/as-of/then-and-now.tsx";
import { invoiceAsOf } from "./invoices.queries.ts";

type Props = { invoice: Pick<InvoiceItem, "Id" | "Number" | "Kind">; onClose: () => void };

/** Shows how an invoice or credit memo stood on one day, as was known on another, beside now. */
export function InvoiceAsOf({ invoice: { Id, Number, Kind }, onClose }: Props) {
  return (
    <AsOfDialog query={invoiceAsOf(Id)} onClose={onClose}>
      {({ Then, Now, Changes }, on) => (
        <>
          <ThenAndNow caption={Number} on={on} rows={rowsOf(wordsOf(Then, Kind), wordsOf(Now, Kind))} />
          <ChangesSince entries={Changes.map(toEntry)} />
        </>
      )}
    </AsOfDialog>
  );
}

const stateWords = { none: "Nothing charged yet", draft: "Not issued yet" } as const;

/**
 * Lists what is worth comparing, as label and words; amounts that are hidden or were not there yet are left out. Nothing
 * is to pay on a credit memo.
 */
function wordsOf(standing: InvoiceStanding, kind: InvoiceItem["Kind"]): [string, string][] {
  const { State, Status, Lines, Net, Vat, Gross, Credited, Balance } = standing;
  const isInvoice = kind === "invoice";
  const amount = (label: string, value: MoneyValue | null): [string, string][] =>
    value ? [[label, formatMoney(value)]] : [];
  const issued = isInvoice && Status ? `Issued · ${Status}` : "Issued";
  return [
    ["Status", State === "issued" ? issued : stateWords[State]],
    ["Lines", String(Lines)],
    ...amount("Net", Net),
    ...amount("VAT", Vat),
    ...amount(isInvoice ? "Total" : "Credited", Gross),
    ...amount("Given back, net", Credited),
    ...(isInvoice ? amount("Still to pay", Balance) : []),
  ];
}

type Change = ResultOf<typeof invoices.asOf>["Changes"][number];

const kindWords = {
  charged: "Charged",
  corrected: "Given back",
  issued: "Issued",
  paid: "Paid",
  creditUsed: "Credit used",
  offset: "Offset",
} as const;
const icons = {
  charged: "add",
  corrected: "minus",
  issued: "document",
  paid: "check",
  creditUsed: "check",
  offset: "check",
} as const;

const toEntry = ({
  Id,
  Kind,
  EffectiveOn,
  RecordedAt,
  Description,
  CustomerName,
  Number,
  Amount,
}: Change): TimelineEntry => ({
  id: Id,
  what: (
    <>
      <span className="font-medium">{kindWords[Kind]}</span>
      {Description && `: ${Description}, ${CustomerName}`}
      {Number && `, on ${Number}`}
      {Amount && <span className="figures"> {formatMoney(Amount)}</span>}
    </>
  ),
  when: `In effect ${formatDate(EffectiveOn)} · recorded ${formatDateTime(RecordedAt)}`,
  at: RecordedAt,
  icon: icons[Kind],
});
