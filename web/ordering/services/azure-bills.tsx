import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate, formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { monthOf } from "@tradewind/domain/values/dates.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { useAllowed } from "../../platform/session.ts";
import { formatMoney, MoneyText } from "../../ui/money-text.tsx";
import type { SpendSummary } from "./azure-spend.queries.ts";

type Bill = SpendSummary["Bills"][number];

/** Says of the last months where they are billed, and if that is not what their days come to, why not yet. */
export function AzureBills({ bills }: { bills: readonly Bill[] }) {
  if (bills.length === 0) return null;
  return (
    <section aria-label="On the invoice" className="grid gap-2">
      <h2 className="text-md">On the invoice</h2>
      <table className="w-full text-sm">
        <caption className="sr-only">What the last months come to, and where they are billed</caption>
        <thead className="text-left text-muted">
          <tr>
            <th scope="col" className="py-1 font-medium">
              Month
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Spend
            </th>
            <th scope="col" className="py-1 pl-6 font-medium max-md:pl-3">
              Billed
            </th>
          </tr>
        </thead>
        <tbody>
          {bills.map((bill) => (
            <tr key={bill.Month} className="border-t border-line align-top">
              <td className="py-1.5">{formatMonth(bill.Month)}</td>
              <td className="figures py-1.5 text-right">
                <MoneyText value={bill.Spent} />
              </td>
              <td className="py-1.5 pl-6 max-md:pl-3">
                <Standing bill={bill} /> {differenceOf(bill)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Standing({ bill: { Month, State, Cost, Documents } }: { bill: Bill }) {
  const mayOpen = useAllowed(screens.invoice);
  const cost = Cost ? `, at a cost of ${formatMoney(Cost)}` : "";
  switch (State) {
    case "open":
      return <>Not yet: the month closes on {formatDate(monthOf(Month).until)}.</>;
    case "awaited":
      return <>Not yet: the vendor’s file for the month has not arrived.</>;
    case "notBilled":
      return <>The vendor’s file bills nothing of it.</>;
    case "before":
      return <>Not charged: the vendor’s file for the month was read before use of Azure was charged here.</>;
    case "charged":
      return <>Charged{cost}. It comes with the next invoice.</>;
    case "invoiced":
      return Documents.length === 0 ? (
        <>Charged.</>
      ) : (
        <>
          On{" "}
          {Documents.map(({ Id, Kind, Number }, at) => (
            <span key={Id}>
              {at > 0 && ", "}
              {mayOpen ? (
                <TextLink to={linkTo(Kind === "invoice" ? screens.invoice : screens.creditMemo, { invoiceId: Id })}>
                  {Number}
                </TextLink>
              ) : (
                Number
              )}
            </span>
          ))}
          {cost}.
        </>
      );
  }
}

/** What was used, corrected or priced otherwise since. */
function differenceOf({ Spent, Charged, Apart }: Bill): string | null {
  if (!Charged || !Apart) return null;
  const minor = BigInt(Spent.Minor) - BigInt(Charged.Minor);
  const apart = formatMoney({ Minor: String(minor < 0n ? -minor : minor), Currency: Spent.Currency });
  if (Apart === "price")
    return `${formatMoney(Charged)} was charged, at the price of then: the price was changed afterwards, and what is charged stays.`;
  return `${formatMoney(Charged)} of it is charged: the ${apart} ${minor < 0n ? "too much come back" : "more come"} with the vendor’s next file.`;
}
