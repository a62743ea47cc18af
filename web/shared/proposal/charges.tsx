import type { WireMoney } from "@tradewind/contract/endpoint.ts";
import { formatDate, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { MoneyText } from "../../ui/money-text.tsx";

type Charged = {
  Charges: readonly { Description: string; From: string; Until: string; Quantity: number; Amount: WireMoney | null }[];
  /** Null, as each amount is, where prices are hidden. */
  Total: WireMoney | null;
};

/** Lists what taking something over charges or gives back, with its sum. */
export function Charges({ proposal: { Charges: charges, Total } }: { proposal: Charged }) {
  if (charges.length === 0) return <p>Nothing is charged or given back.</p>;
  return (
    <table className="figures w-full text-sm">
      <caption className="sr-only">What is charged or given back</caption>
      <tbody>
        {charges.map((each, at) => (
          <tr key={at} className="border-b border-line">
            <th scope="row" className="py-2 pr-4 text-left font-normal">
              {Math.abs(each.Quantity).toLocaleString("en-GB")} × {each.Description}
              <span className="block text-muted">
                {formatDate(each.From)} to {formatLastDay(each.Until)}
              </span>
            </th>
            <td className="py-2 text-right align-top">{each.Amount && <MoneyText value={each.Amount} />}</td>
          </tr>
        ))}
      </tbody>
      {Total && (
        <tfoot>
          <tr>
            <th scope="row" className="py-2 text-left">
              Net
            </th>
            <td className="py-2 text-right font-semibold">
              <MoneyText value={Total} />
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
