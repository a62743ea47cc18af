import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { MoneyText } from "../../ui/money-text.tsx";
import { TextLink } from "../../shared/link-render.tsx";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import type { InvoiceLine } from "./invoice-lines.ts";
import { invoiceAddress, periodWords } from "./invoice-words.tsx";

type RowProps = { invoiceId: string; line: InvoiceLine; days: readonly InvoiceLine[]; currency: Currency };

/** A line: what, for when, how many, at what price, and what it corrects. */
export function LineRow({ invoiceId, line, days, currency }: RowProps) {
  const quantity = line.Unit ? counted(line.Quantity, line.Unit) : line.Quantity.toLocaleString("en-GB");
  const unit = line.UnitCost && formatUnitPrice(line.UnitCost, currency);
  const period = periodWords(line.PeriodFrom, line.PeriodUntil);
  return (
    <tr className="align-top">
      <td className="py-1 pr-3 pl-10 wrap-anywhere max-md:pl-4">
        {line.Description}
        <span className="figures block text-sm text-muted lg:hidden">
          {period}
          {unit && `, ${quantity} × ${unit}`}
        </span>
        {days.length > 0 && <Days days={days} />}
        {line.Corrects && <Corrected {...line.Corrects} here={line.Corrects.InvoiceId === invoiceId} />}
      </td>
      <td className="w-56 px-3 py-1 text-sm whitespace-nowrap text-muted max-lg:hidden">{period}</td>
      <td className="figures w-36 px-3 py-1 text-right max-lg:hidden">{quantity}</td>
      <td className="figures w-28 px-3 py-1 text-right text-muted max-lg:hidden">{unit || "–"}</td>
      <td className="w-32 py-1 pr-5 pl-3 text-right max-md:w-28 max-md:pr-4">
        {line.Net ? <MoneyText value={line.Net} /> : "–"}
      </td>
    </tr>
  );
}

/** Lists the days that a line adds up. */
const Days = ({ days }: { days: readonly InvoiceLine[] }) => (
  <details className="text-sm text-muted">
    <summary className="w-fit cursor-pointer rounded-control py-0.5 hover:text-ink">{days.length} days</summary>
    <ul className="figures grid max-w-80 gap-0.5 py-1">
      {days.map((day) => (
        <li key={day.Id} className="flex justify-between gap-6">
          <span>{formatDate(day.PeriodFrom)}</span>
          {day.Net && <MoneyText value={day.Net} />}
        </li>
      ))}
    </ul>
  </details>
);

type CorrectedProps = NonNullable<InvoiceLine["Corrects"]> & { here: boolean };

/** Says which charge a credit corrects, and leads to the document on which it stands. */
function Corrected({ InvoiceId, Kind, Number, IssuedOn, PeriodFrom, PeriodUntil, here }: CorrectedProps) {
  return (
    <span className="block text-sm text-muted">
      Corrects the charge for <span className="figures">{periodWords(PeriodFrom, PeriodUntil)}</span> on{" "}
      {here ? (
        "this document"
      ) : (
        <>
          <TextLink to={invoiceAddress({ Id: InvoiceId, Kind })}>{Number}</TextLink> of {formatDate(IssuedOn)}
        </>
      )}
    </span>
  );
}
