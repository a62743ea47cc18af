import { unitWord } from "@tradewind/domain/catalogue/units.ts";
import { compareDecimals } from "@tradewind/domain/values/decimal.ts";
import { lossOf, marginOf } from "@tradewind/domain/pricing/margin.ts";
import type { Billing, Term } from "@tradewind/domain/pricing/pricing-types.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { billingWords, formatUnitPrice, termWords } from "./proposal/unit-price.ts";

type Listed = { Cost: string; Recommended: string | null; CustomerPrice?: string | null };

/** What customers are asked: the reseller's own price where it differs from the recommended one. */
export const sellOf = ({ CustomerPrice: own, Recommended }: Listed): { amount: string | null; label: string } =>
  own && (Recommended === null || compareDecimals(own, Recommended) !== 0)
    ? { amount: own, label: "Your price" }
    : { amount: Recommended, label: "RRP" };

/** Writes `£2.66, 15.0 %`; undefined where nothing says for how much it is sold. */
export function marginWords(price: Listed, currency: Currency): string | undefined {
  const { amount: sell } = sellOf(price);
  if (sell === null) return undefined;
  const { amount, percent } = marginOf(price.Cost, sell);
  return percent === null ? formatUnitPrice(amount, currency) : `${formatUnitPrice(amount, currency)}, ${percent} %`;
}

/** What is added to a price that is below its cost. */
export const belowWords = ({ Cost }: Listed, sell: string): string =>
  lossOf(Cost, sell) === null ? "" : ", below cost";

/** Writes `RRP £17.75 · 15.0 % margin`. */
export function sellWords(price: Listed, currency: Currency): string | undefined {
  const { amount: sell, label } = sellOf(price);
  if (sell === null) return undefined;
  const { percent } = marginOf(price.Cost, sell);
  return `${label} ${formatUnitPrice(sell, currency)}${percent === null ? "" : ` · ${percent} % margin`}${belowWords(price, sell)}`;
}

/** Writes `cost per licence`, of what is billed monthly, or `cost per piece, once`. */
export const costWords = ({ Unit, Billing }: { Unit: string; Billing: Billing }): string =>
  `cost per ${unitWord(Unit)}${Billing === "once" ? ", once" : Billing === "monthly" ? "" : ` and ${billingWords[Billing]}`}`;

/** Writes `per licence`, of what is billed monthly, or `per piece, once`. */
export const perWords = (of: { Unit: string; Billing: Billing }): string => costWords(of).replace(/^cost /, "");

const paid = {
  monthly: "paid monthly",
  annual: "paid yearly",
  triennial: "paid for three years",
  daily: "paid by the day",
};

/** Writes `1 year, paid monthly`; what is billed as often as its term lasts says it once. */
export function termName({ Term: term, Billing: billing }: { Term: Term; Billing: Billing }): string {
  if (billing === "once") return "Paid once";
  if (term === "none") return `No commitment, ${paid[billing]}`;
  return term === "P1M" ? termWords[term] : `${termWords[term]}, ${paid[billing]}`;
}

const termNotes = { P1M: "ends any month", P1Y: "committed to the year", P3Y: "committed to three years", none: "" };
export const termNote = (term: Term): string => termNotes[term];
