import type { QuoteItem } from "@tradewind/contract/ordering/quotes.ts";
import { quotePaid } from "@tradewind/domain/ordering/quotes.ts";
import { MarginText } from "../../shared/prices/below-cost.tsx";
import { shareOf } from "../../shared/proposal/coming.ts";
import { MoneyText } from "../../ui/money-text.tsx";

/** What a quote comes to, by how often it is paid, and the reseller's margin on it. */
export function QuoteSums({ sums }: { sums: QuoteItem["Sums"] }) {
  if (sums.length === 0) return <p className="text-muted">Nothing is offered yet.</p>;
  return (
    <div className="grid gap-4">
      {sums.map(({ Billing, Price, Cost, Margin }) => (
        <dl key={Billing} className="grid gap-1">
          <div className="flex items-baseline justify-between gap-4">
            <dt className="font-medium">{quotePaid[Billing]}</dt>
            <dd className="figures text-md font-semibold">{Price ? <MoneyText value={Price} /> : "–"}</dd>
          </div>
          {Cost && (
            <div className="figures flex items-baseline justify-between gap-4 text-sm text-muted">
              <dt>Your cost</dt>
              <dd>
                <MoneyText value={Cost} />
              </dd>
            </div>
          )}
          {Margin && Price && (
            <div
              className={`figures flex items-baseline justify-between gap-4 text-sm ${Margin.Minor.startsWith("-") ? "text-danger" : "text-muted"}`}
            >
              <dt>Your margin{Price.Minor === "0" ? "" : `, ${shareOf(Margin, Price)}`}</dt>
              <dd>
                <MarginText value={Margin} />
              </dd>
            </div>
          )}
        </dl>
      ))}
      <p className="text-sm text-muted">Net, without VAT.</p>
    </div>
  );
}
