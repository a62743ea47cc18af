import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { formatMoney, MoneyText } from "../../ui/money-text.tsx";
import { TextLink } from "../../shared/link-render.tsx";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import type { InvoiceLine, PricedLine } from "./invoice-lines.ts";
import { periodWords } from "./invoice-words.tsx";
import { invoiceAddress } from "../../shared/invoice-address.ts";

type RowProps = {
  invoiceId: string;
  line: InvoiceLine;
  days: readonly InvoiceLine[];
  currency: Currency;
  onExplain: (line: PricedLine) => void;
};

/** A line: what, for when, how many, at what price, and what it corrects. */
export function LineRow({ invoiceId, line, days, currency, onExplain }: RowProps) {
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
        {days.length > 0 && <Days days={days} onExplain={onExplain} />}
        {line.Corrects && <Corrected {...line.Corrects} here={line.Corrects.InvoiceId === invoiceId} />}
      </td>
      <td className="w-56 px-3 py-1 text-sm whitespace-nowrap text-muted max-lg:hidden">{period}</td>
      <td className="figures w-36 px-3 py-1 text-right max-lg:hidden">{quantity}</td>
      <td className="figures w-28 px-3 py-1 text-right text-muted max-lg:hidden">{unit || "–"}</td>
      <td className="w-32 py-1 pr-5 pl-3 text-right max-md:w-28 max-md:pr-4">
        {days.length > 0 && line.Net ? <MoneyText value={line.Net} /> : <Amount line={line} onExplain={onExplain} />}
      </td>
    </tr>
  );
}

type AmountProps = { line: InvoiceLine; onExplain: (line: PricedLine) => void };

/** The amount of a line, which opens how it came about. */
function Amount({ line, onExplain }: AmountProps) {
  const { Net } = line;
  if (!Net) return "–";
  return (
    <button
      type="button"
      aria-label={`Explain ${line.Description}, ${formatMoney(Net)}`}
      className="min-h-6 cursor-pointer rounded-control underline decoration-line decoration-dotted underline-offset-4 hover:decoration-accent"
      onClick={() => onExplain({ ...line, Net })}
    >
      <MoneyText value={Net} />
    </button>
  );
}

/** Lists the days that a line adds up. */
const Days = ({ days, onExplain }: Pick<RowProps, "days" | "onExplain">) => (
  <details className="text-sm text-muted">
    <summary className="w-fit cursor-pointer rounded-control py-0.5 hover:text-ink">{days.length} days</summary>
    <ul className="figures grid max-w-80 gap-0.5 py-1">
      {days.map((day) => (
        <li key={day.Id} className="flex justify-between gap-6">
          <span>{formatDate(day.PeriodFrom)}</span>
          <Amount line={day} onExplain={onExplain} />
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
