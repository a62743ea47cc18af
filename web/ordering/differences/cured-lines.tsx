import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { Cure, differences } from "@tradewind/contract/ordering/differences.ts";
import { Alert } from "../../ui/alert.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Charges } from "../../shared/proposal/charges.tsx";
import { sentence } from "../../shared/service-status.tsx";
import { differencesOf } from "./cure-words.ts";
import { moneyOf } from "./difference-lines.tsx";
import type { Difference } from "./differences.queries.ts";

export type Proposed = Omit<ResultOf<typeof differences.propose>, "Hash">;
type Props = { proposal: Proposed; cure: Cure; chosen: readonly Difference[] };

/** What is proposed: of one difference its charges, of several a line each with its money, and their sum. */
export function CuredLines({ proposal: { Lines, Totals }, cure, chosen }: Props) {
  const [first] = Lines;
  if (!first) return null;
  if (chosen.length === 1) return cure === "take" ? <Charges proposal={first} /> : null;
  return (
    <table className="w-full">
      <caption className="sr-only">What is settled</caption>
      <tbody>
        {Lines.map(({ Id, CustomerName, Name, Text, Total }) => {
          const month = moneyOf(chosen.find((each) => each.Id === Id)!);
          return (
            <tr key={Id} className="border-b border-line align-top">
              <th scope="row" className="py-2 pr-4 text-left font-normal wrap-anywhere">
                <span className="block font-medium">{CustomerName}</span>
                <span className="block text-sm text-muted">{Name}</span>
                <span className="block text-sm">{sentence(Text)}</span>
              </th>
              <td className="figures py-2 text-right">
                {cure === "take"
                  ? Total && <MoneyText value={Total} />
                  : month && (
                      <>
                        <span className="block">{month.amount}</span>
                        <span className="block text-sm text-muted">a month {month.words}</span>
                      </>
                    )}
              </td>
            </tr>
          );
        })}
      </tbody>
      {cure === "take" && Totals && (
        <tfoot>
          {Totals.map((total) => (
            <tr key={total.Currency}>
              <th scope="row" className="py-2 text-left">
                Net
              </th>
              <td className="figures py-2 text-right font-semibold">
                <MoneyText value={total} />
              </td>
            </tr>
          ))}
        </tfoot>
      )}
    </table>
  );
}

/** What cannot be cured in this way, and why. */
export const LeftOut = ({ lines, isOne }: { lines: Proposed["LeftOut"]; isOne: boolean }) =>
  isOne ? (
    <Alert type="warning" title="This cannot be settled so">
      {lines[0]!.Reason}
    </Alert>
  ) : (
    <Alert
      type="warning"
      title={`${differencesOf(lines.length)} ${lines.length === 1 ? "is left out and stays as it is" : "are left out and stay as they are"}`}
    >
      <ul className="grid gap-1">
        {lines.map(({ Id, CustomerName, Name, Reason }) => (
          <li key={Id} className="wrap-anywhere">
            {`${CustomerName}, ${Name}: `}
            {Reason}
          </li>
        ))}
      </ul>
    </Alert>
  );
