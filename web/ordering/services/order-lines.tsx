import type { WireMoney } from "@tradewind/contract/endpoint.ts";
import type { OrderPage } from "@tradewind/contract/ordering/order-page.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import type { ReactNode } from "react";
import { MoneyText } from "../../ui/money-text.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { MarginText } from "../../shared/prices/below-cost.tsx";
import { billingWords, formatUnitPrice, termWords } from "../../shared/proposal/unit-price.ts";

type Line = OrderPage["Lines"][number];

const looks: Record<Line["State"], { tone: Tone; word: string }> = {
  working: { tone: "information", word: "Waiting" },
  done: { tone: "success", word: "Done" },
  refused: { tone: "fail", word: "Refused" },
};

/** `5 → 12 licences`, `12 licences`, `None of 12 licences`. */
function quantityWords({ Before, After, Unit }: Line): string {
  if (After === 0 && Before > 0) return `${counted(Before, Unit)} end`;
  if (Before === 0 || Before === After) return counted(After, Unit);
  return `${Before.toLocaleString("en-GB")} → ${counted(After, Unit)}`;
}

const offerWords = ({ Term, Billing }: Line): string =>
  Billing === "once"
    ? "Once"
    : `${Term === "none" ? "No commitment" : `${termWords[Term]} term`}, billed each ${billingWords[Billing]}`;

const periodWords = (billing: Line["Billing"]): string =>
  billing === "once" ? "once" : `each ${billingWords[billing]}`;

const amountOf = (amount: WireMoney | null) =>
  amount ? <MoneyText value={amount} className={amount.Minor.startsWith("-") ? "text-danger" : undefined} /> : "–";

const head = "px-4 py-2 font-medium text-muted";
const cell = "px-4 py-3 align-top";
const labelled = "max-md:flex max-md:justify-between max-md:gap-4 max-md:px-4 max-md:py-1";

/** Shows what an order changes, its money by period, until when it is committed, and what became of each line. */
export function OrderLines({ order, isUnsure }: { order: OrderPage; isUnsure: boolean }) {
  const priced = order.Charges !== null;
  const isSold = order.Lines.some(({ Sales }) => Sales !== null);
  const currency = order.Lines.find(({ PerPeriod }) => PerPeriod)?.PerPeriod?.Currency;
  const label = (text: string, value: ReactNode) => (
    <>
      <span className="text-muted md:hidden">{text}</span>
      <span>{value}</span>
    </>
  );
  return (
    <div className="rounded-card border border-line bg-surface">
      <table aria-label="Ordered" className="w-full text-base max-md:block">
        <thead className="border-b border-line text-left text-sm max-md:sr-only">
          <tr>
            <th scope="col" className={head}>
              Ordered
            </th>
            <th scope="col" className={`${head} text-right`}>
              Quantity
            </th>
            {priced && (
              <>
                <th scope="col" className={`${head} text-right`}>
                  Cost each
                </th>
                <th scope="col" className={`${head} text-right`}>
                  Cost by period
                </th>
              </>
            )}
            {isSold && (
              <>
                <th scope="col" className={`${head} text-right`}>
                  Sales
                </th>
                <th scope="col" className={`${head} text-right`}>
                  Margin
                </th>
              </>
            )}
            <th scope="col" className={head}>
              Committed
            </th>
            <th scope="col" className={head}>
              Outcome
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {order.Lines.map((line) => {
            const unsure = isUnsure && line.State === "working";
            const { tone, word } = looks[line.State];
            return (
              <tr
                key={line.SubscriptionId}
                className="border-b border-line last:border-b-0 max-md:grid max-md:gap-0.5 max-md:py-3"
              >
                <td className={`${cell} max-md:py-0`}>
                  <p className="font-medium wrap-anywhere">{line.Name}</p>
                  <p className="text-sm text-muted">{offerWords(line)}</p>
                  {line.Attributes.length > 0 && (
                    <p className="text-sm wrap-anywhere">
                      {line.Attributes.map(({ Label, Text }) => `${Label}: ${Text}`).join(" · ")}
                    </p>
                  )}
                  {line.Given.length > 0 && <p className="text-sm">For {line.Given.join(", ")}</p>}
                  {line.Taken.length > 0 && <p className="text-sm">Taken back from {line.Taken.join(", ")}</p>}
                </td>
                <td className={`${cell} ${labelled} figures md:text-right`}>
                  {label("Quantity", quantityWords(line))}
                </td>
                {priced && (
                  <>
                    <td className={`${cell} ${labelled} figures md:text-right`}>
                      {label("Cost each", line.UnitCost && currency ? formatUnitPrice(line.UnitCost, currency) : "")}
                    </td>
                    <td className={`${cell} ${labelled} figures md:text-right`}>
                      {label(
                        "Cost by period",
                        line.PerPeriod && (
                          <>
                            <MoneyText value={line.PerPeriod} />{" "}
                            <span className="text-sm text-muted">{periodWords(line.Billing)}</span>
                          </>
                        ),
                      )}
                    </td>
                  </>
                )}
                {isSold &&
                  (["Sales", "Margin"] as const).map((name) => (
                    <td key={name} className={`${cell} ${labelled} figures md:text-right`}>
                      {label(
                        name,
                        name === "Margin" && line.Margin ? <MarginText value={line.Margin} /> : amountOf(line[name]),
                      )}
                    </td>
                  ))}
                <td className={`${cell} ${labelled} figures`}>
                  {label("Committed", line.TermUntil ? `to ${formatLastDay(line.TermUntil)}` : "No commitment")}
                </td>
                <td className={`${cell} ${labelled}`}>
                  {label(
                    "Outcome",
                    <>
                      <StatusDot tone={unsure ? "warning" : tone} moving={line.State === "working" && !unsure}>
                        {unsure ? "Unknown" : word}
                      </StatusDot>
                      {line.State === "refused" && line.Reason && (
                        <span className="block text-sm wrap-anywhere text-danger">
                          {line.Reason}
                          {line.ReasonCode && ` (code ${line.ReasonCode})`}
                        </span>
                      )}
                    </>,
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
        {order.Totals.length > 0 && (
          <tfoot className="border-t border-line font-medium max-md:block">
            {order.Totals.map((total) => (
              <tr key={total.Billing} className="max-md:grid max-md:gap-0.5 max-md:py-3">
                <th scope="row" colSpan={3} className={`${cell} text-left font-medium max-md:py-0`}>
                  Total {periodWords(total.Billing)}
                </th>
                <td className={`${cell} ${labelled} figures md:text-right`}>
                  {label("Cost", <MoneyText value={total.Cost} />)}
                </td>
                {isSold &&
                  (["Sales", "Margin"] as const).map((name) => (
                    <td key={name} className={`${cell} ${labelled} figures md:text-right`}>
                      {label(
                        name,
                        name === "Margin" && total.Margin ? <MarginText value={total.Margin} /> : amountOf(total[name]),
                      )}
                    </td>
                  ))}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </div>
  );
}
