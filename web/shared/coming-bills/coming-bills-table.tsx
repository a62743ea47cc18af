import type { ComingBill, ComingKind } from "@tradewind/contract/ordering/forecast.ts";
import { formatDate, formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useId, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { MoneyText } from "../../ui/money-text.tsx";

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;

const kindWords: Readonly<Record<ComingKind, (count: number) => string>> = {
  charged: (count) => `Charged already, ${counted(count, "charge")}`,
  ordered: (count) => `Ordered and being provided, ${counted(count, "charge")}`,
  recurring: (count) => `Next periods, ${counted(count, "charge")}`,
  renewed: (count) => `Renewals, ${counted(count, "charge")}`,
  changed: (count) => `Scheduled changes, ${counted(count, "charge")}`,
  ended: (count) => `${counted(count, "subscription ends", "subscriptions end")} with the term`,
  spend: (count) => `Use, estimated for ${counted(count, "subscription")}`,
  usage: (count) => `Usage, estimated for ${counted(count, "meter")}`,
};

/** Lists bills with their net amount, VAT and total; each opens to its products and why they are charged. */
export function ComingBillsTable({ bills }: { bills: readonly ComingBill[] }) {
  return (
    <table className="w-full">
      <caption className="sr-only">Coming bills</caption>
      <thead>
        <tr className="border-b border-line text-left text-sm text-muted">
          <th scope="col" className="py-2 pr-3 font-medium">
            Month
          </th>
          <th scope="col" className="px-3 py-2 text-right font-medium">
            Net
          </th>
          <th scope="col" className="px-3 py-2 text-right font-medium max-md:hidden">
            VAT
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-medium max-md:hidden">
            Total
          </th>
        </tr>
      </thead>
      {bills.map((bill) => (
        <Bill key={bill.Month} bill={bill} />
      ))}
    </table>
  );
}

function Bill({ bill: { Month, IssuedOn, Net, Vat, Gross, Rows } }: { bill: ComingBill }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const month = formatMonth(Month);
  return (
    <tbody id={id} className="border-b border-line last:border-0">
      <tr className="align-baseline">
        <th scope="row" className="py-1 pr-3 text-left font-normal">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            disabled={Rows.length === 0}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control text-left disabled:cursor-default"
            onClick={() => setOpen(!open)}
          >
            <Icon
              name="chevronRight"
              size={12}
              className={`shrink-0 text-muted transition-transform ${open ? "rotate-90" : ""} ${Rows.length === 0 ? "invisible" : ""}`}
            />
            <span>
              <span className="block font-medium">{month}</span>
              <span className="block text-sm text-muted">
                {Rows.length === 0 ? "Nothing to charge" : `Issued on ${formatDate(IssuedOn)}`}
              </span>
            </span>
          </button>
        </th>
        <td className="px-3 py-1 text-right max-md:pr-0">
          <MoneyText value={Net} className="font-medium md:font-normal" />
          <span className="block text-sm text-muted md:hidden">
            <MoneyText value={Gross} /> with VAT
          </span>
        </td>
        <td className="px-3 py-1 text-right max-md:hidden">
          <MoneyText value={Vat} />
        </td>
        <td className="py-1 pl-3 text-right max-md:hidden">
          <MoneyText value={Gross} className="font-medium" />
        </td>
      </tr>
      {open &&
        Rows.map(({ ProductId, ProductName, Kind, Count, Net: net }) => (
          <tr key={`${ProductId} ${Kind}`} className="align-top">
            <th scope="row" className="py-1.5 pr-3 pl-5 text-left font-normal wrap-anywhere">
              {ProductName}
              <span className="figures block text-sm text-muted">{kindWords[Kind](Count)}</span>
            </th>
            <td className="px-3 py-1.5 text-right max-md:pr-0">{Kind === "ended" ? "–" : <MoneyText value={net} />}</td>
          </tr>
        ))}
    </tbody>
  );
}
