import type { FoundPlan } from "@tradewind/contract/catalogue/shop.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { perWords } from "../../shared/price-words.ts";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";

/** The least that a customer's people pay. */
export const YouPayFrom = ({ paid, currency }: { paid: NonNullable<FoundPlan["YouPay"]>; currency: Currency }) => (
  <p className="figures">
    <span className="text-sm text-muted">you pay from </span>
    <span className="font-semibold">{formatUnitPrice(paid.Price, currency)}</span>{" "}
    <span className="text-sm text-muted">{perWords(paid)}</span>
  </p>
);
