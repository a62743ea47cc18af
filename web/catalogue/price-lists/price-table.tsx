import type { priceLists } from "@tradewind/contract/catalogue/price-lists.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { appLink } from "../../shared/link-render.tsx";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { buttonClass } from "../../ui/button.tsx";
import { StatusDot } from "../../ui/status.tsx";

type Row = ResultOf<typeof priceLists.byOffer>["Prices"][number]["Rows"][number];
type Props = { rows: readonly Row[]; currency: Currency; today: string };

/** A phone has room for what resellers pay only. */
const hidden = (at: number) => (at === 0 ? "" : "max-md:hidden");

/** Shows an offer's prices in one currency by the day from which each holds, and which of them holds today. */
export function PriceTable({ rows, currency, today }: Props) {
  const now = rows.find(({ From }) => From <= today);
  return (
    <table className="figures w-full text-sm">
      <thead>
        <tr className="border-y border-line text-left text-muted">
          <th scope="col" className="py-2 pl-5 font-normal max-md:pl-4">
            From
          </th>
          {["Resellers pay", "Recommended", "We pay"].map((name, at) => (
            <th key={name} scope="col" className={`py-2 pl-4 text-right font-normal ${hidden(at)}`}>
              {name}
            </th>
          ))}
          <th scope="col" className="py-2 pr-5 pl-6 font-normal max-md:pr-4">
            State
          </th>
          <th scope="col" className="py-2 pr-5 font-normal max-md:hidden">
            Price list
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.From} className="border-b border-line last:border-0">
            <th scope="row" className="py-2 pl-5 text-left font-normal max-md:pl-4">
              {formatDate(row.From)}
            </th>
            {[row.ResellersPay, row.Recommended, row.WePay].map((value, at) => (
              <td key={at} className={`py-2 pl-4 text-right ${hidden(at)}`}>
                {value === null ? "–" : formatUnitPrice(value, currency)}
              </td>
            ))}
            <td className="py-2 pr-5 pl-6 max-md:pr-4">
              {row === now ? (
                <StatusDot tone="success">Today’s</StatusDot>
              ) : row.From > today ? (
                <StatusDot tone="information">Comes</StatusDot>
              ) : (
                <StatusDot tone="disabled">Past</StatusDot>
              )}
            </td>
            <td className="py-2 pr-5 wrap-anywhere max-md:hidden">
              {row.Import
                ? appLink({
                    href: linkTo(screens.priceImport, { priceImportId: row.Import.Id }),
                    className: buttonClass("link"),
                    onClick: () => {},
                    children: row.Import.FileName,
                  })
                : "Shipped with the portal"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
