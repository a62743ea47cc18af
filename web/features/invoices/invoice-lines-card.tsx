import { useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { SearchBox } from "../../ui/text-field.tsx";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { groupLines, type CustomerLines, type InvoiceDetail, type InvoiceLine } from "./invoice-lines.ts";
import { periodWords } from "./invoice-words.tsx";

/** Customers drawn at a time: an invoice may be for thousands. */
const batch = 50;

/** Every line under its customer and service, each with what it comes to. */
export function InvoiceLinesCard({ detail }: { detail: InvoiceDetail }) {
  const groups = useMemo(() => groupLines(detail.Lines), [detail.Lines]);
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState(batch);
  const wanted = search.trim().toLowerCase();
  const found = wanted === "" ? groups : groups.filter((group) => group.name.toLowerCase().includes(wanted));
  const currency = detail.Invoice.Net?.Currency ?? "GBP";
  return (
    <Card
      flush
      title="Lines"
      about={
        <span className="figures">
          {count(detail.Lines.length, "line")} for {count(groups.length, "customer")}
        </span>
      }
      actions={
        groups.length > 5 && (
          <SearchBox
            label="Search customers on this invoice"
            className="max-md:w-full"
            value={search}
            maxLength={100}
            onChange={(event) => setSearch(event.target.value)}
          />
        )
      }
    >
      {found.length === 0 && (
        <EmptyState tight icon="search" title="No customer matches">
          No customer on this invoice is called “{search.trim()}”.
        </EmptyState>
      )}
      {found.slice(0, shown).map((group) => (
        <CustomerSection key={group.customerId} group={group} currency={currency} />
      ))}
      {found.length > shown && (
        <div className="border-t border-line p-4 text-center">
          <Button onClick={() => setShown(shown + batch)}>
            {`Show ${Math.min(batch, found.length - shown)} more of ${(found.length - shown).toLocaleString("en-GB")} customers`}
          </Button>
        </div>
      )}
    </Card>
  );
}

const count = (number: number, word: string) => `${number.toLocaleString("en-GB")} ${word}${number === 1 ? "" : "s"}`;

function CustomerSection({ group, currency }: { group: CustomerLines; currency: "GBP" | "EUR" }) {
  return (
    <section className="border-t border-line">
      <h3 className="flex items-baseline justify-between gap-4 bg-sunken px-5 py-2 text-base max-md:px-4">
        <span className="wrap-anywhere">{group.name}</span>
        {group.net && <MoneyText value={group.net} className="font-semibold" />}
      </h3>
      {group.services.map((service) => (
        <table key={service.productId} className="w-full table-fixed">
          <caption className="px-5 pt-3 pb-1 text-left text-sm font-medium text-muted max-md:px-4">
            {service.name}
          </caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Description</th>
              <th scope="col">Period</th>
              <th scope="col">Quantity</th>
              <th scope="col">Unit cost</th>
              <th scope="col">Net</th>
            </tr>
          </thead>
          <tbody>
            {service.lines.map((line) => (
              <LineRow key={line.Id} line={line} currency={currency} />
            ))}
          </tbody>
        </table>
      ))}
      <div className="h-3" />
    </section>
  );
}

function LineRow({ line, currency }: { line: InvoiceLine; currency: "GBP" | "EUR" }) {
  const unit = line.UnitCost && formatUnitPrice(line.UnitCost, currency);
  const period = periodWords(line.PeriodFrom, line.PeriodUntil);
  return (
    <tr className="align-top">
      <td className="py-1 pr-3 pl-5 wrap-anywhere max-md:pl-4">
        {line.Description}
        <span className="figures block text-sm text-muted lg:hidden">
          {period}
          {unit && `, ${line.Quantity} × ${unit}`}
        </span>
      </td>
      <td className="w-56 px-3 py-1 text-sm text-muted max-lg:hidden">{period}</td>
      <td className="figures w-16 px-3 py-1 text-right max-lg:hidden">{line.Quantity.toLocaleString("en-GB")}</td>
      <td className="figures w-28 px-3 py-1 text-right text-muted max-lg:hidden">{unit || "–"}</td>
      <td className="w-32 py-1 pr-5 pl-3 text-right max-md:w-28 max-md:pr-4">
        {line.Net ? <MoneyText value={line.Net} /> : "–"}
      </td>
    </tr>
  );
}
