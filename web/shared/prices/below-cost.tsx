import { lossOf } from "@tradewind/domain/pricing/margin.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { MoneyText, type MoneyValue } from "../../ui/money-text.tsx";
import { formatUnitPrice } from "../proposal/unit-price.ts";

type Props = { cost: string; price: string | null; currency: Currency };

/** Marks a price that is below its cost, with what each unit loses. Costs are for who sees them only. */
export function BelowCost({ cost, price, currency }: Props) {
  const loss = price === null ? null : lossOf(cost, price);
  return loss === null ? null : <Mark>Below cost: each loses {formatUnitPrice(loss, currency)}</Mark>;
}

/** Shows what is left of a sum, and marks one of which nothing is. */
export const MarginText = ({ value }: { value: MoneyValue }) => (
  <>
    <MoneyText value={value} />
    {value.Minor.startsWith("-") && (
      <>
        {" "}
        <Mark>Below cost</Mark>
      </>
    )}
  </>
);

const Mark = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-1 text-sm font-normal text-warning">
    <Icon name="alert" size={14} />
    <span className="figures">{children}</span>
  </span>
);
