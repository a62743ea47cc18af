import type { Currency } from "@tradewind/domain/values/money.ts";
import { useSeesPrices } from "../../platform/session.ts";
import { BelowCost } from "../../shared/prices/below-cost.tsx";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import type { PlanOffer } from "./plan-model.ts";
import { marginWords, sellOf } from "../../shared/price-words.ts";

/** What is said to who sees prices where there is none. */
export const noPrice = "No price yet. Ask support for one before you order it.";

/** Shows what customers are asked, what it costs and what is left, each always in its place. */
export function PlanPrice({ offer, currency }: { offer: PlanOffer | undefined; currency: Currency }) {
  const seesPrices = useSeesPrices();
  if (!offer) return <span className="text-muted">–</span>;
  if (offer.YouPay)
    return (
      <span className="figures">
        <span className="text-md font-semibold">{formatUnitPrice(offer.YouPay, currency)}</span>{" "}
        <span className="text-sm text-muted">you pay</span>
      </span>
    );
  if (!offer.Price) return seesPrices ? <span className="text-sm text-muted">{noPrice}</span> : <span>Offered</span>;
  const { amount, label } = sellOf(offer.Price);
  const margin = marginWords(offer.Price, currency);
  return (
    <div className="figures grid">
      <span>
        <span className="text-md font-semibold">{amount === null ? "–" : formatUnitPrice(amount, currency)}</span>{" "}
        <span className="text-sm text-muted">{label}</span>
      </span>
      <span className="text-sm">Cost {formatUnitPrice(offer.Price.Cost, currency)}</span>
      <span className="text-sm">{margin === undefined ? "–" : `Margin ${margin}`}</span>
      <BelowCost cost={offer.Price.Cost} price={amount} currency={currency} />
    </div>
  );
}
