import type { Basket } from "@tradewind/contract/ordering/basket.ts";
import { quotePaid } from "@tradewind/domain/ordering/quotes.ts";
import { formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { formatMoney } from "../../ui/money-text.tsx";
import { PriceBreakdown } from "../../shared/price-breakdown.tsx";
import { added, byCustomer, countOrders, isReady } from "./basket-words.ts";

type Total = Basket["Totals"][number];

/** What all that can be placed comes to, in one currency, by customer. */
export function BasketCosts({ lines, total, stale }: { lines: Basket["Lines"]; total: Total; stale: boolean }) {
  const ready = lines.filter((line) => isReady(line) && line.Proposal!.Currency === total.Currency);
  const rates = new Set(
    ready.flatMap(({ Proposal }) => Proposal!.ChargeNow!.Vat.map(({ Percent }) => Number(Percent))),
  );
  const isTaxed = rates.size > 0;
  return (
    <PriceBreakdown
      stale={stale}
      lines={[...byCustomer(ready).values()].map((orders) => {
        const [first, ...rest] = orders.map(({ Proposal }) => Proposal!.ChargeNow!.Net);
        return { label: orders[0]!.CustomerName, detail: countOrders(orders.length), amount: added([first!, ...rest]) };
      })}
      now={total.Net}
      vat={isTaxed ? { rate: [...rates].map((rate) => `${rate}%`).join(" and "), amount: total.Vat } : undefined}
      total={isTaxed ? total.Gross : undefined}
      commitment={
        total.Commitment
          ? { amount: total.Commitment.Net, until: `${formatLastDay(total.Commitment.Until)} at the latest` }
          : undefined
      }
      note={total.Periods.length > 0 && <Periods periods={total.Periods} />}
    />
  );
}

/** What is sold at a price of the reseller's own: months and years have no common sum. */
const Periods = ({ periods }: { periods: Total["Periods"] }) => (
  <dl className="grid gap-2">
    {periods.map(({ Billing, CustomerPrice, Cost, Margin }) => (
      <div key={Billing} className="figures">
        <dt className="font-medium text-ink">{quotePaid[Billing]}, at your prices</dt>
        <dd>
          Customers pay {formatMoney(CustomerPrice)}: {formatMoney(Cost)} cost, {formatMoney(Margin)} margin
          {Margin.Minor.startsWith("-") && ", below cost"}
        </dd>
      </div>
    ))}
  </dl>
);
