import type { CalendarDate } from "../values/dates.ts";
import { compareDecimals, type DecimalString } from "../values/decimal.ts";
import { subtract, times, type Currency, type Money } from "../values/money.ts";
import { billings, type Billing, type Term } from "../pricing/pricing-types.ts";

export const quoteStates = ["draft", "sent", "accepted", "declined", "expired", "withdrawn"] as const;
export type QuoteState = (typeof quoteStates)[number];

/** How a quote is called by people. */
export const quoteNumber = (number: number): string => `Q-${String(number).padStart(5, "0")}`;

/** Returns the state on a business day: what was sent expires when its last day is over. */
export const quoteStateOn = (
  { state, validUntil }: { state: Exclude<QuoteState, "expired">; validUntil: CalendarDate },
  today: CalendarDate,
): QuoteState => (state === "sent" && validUntil < today ? "expired" : state);

export type Prices = {
  /** What the reseller set for this quote. */
  own: DecimalString | null;
  usual: DecimalString | null;
  recommended: DecimalString | null;
};

/** Decides what is quoted: the closest price that there is; null if there is none. */
export const quotedPrice = ({ own, usual, recommended }: Prices): DecimalString | null => own ?? usual ?? recommended;

/** A line at its quoted price and the reseller's cost, both per unit and billing period. */
export type PricedLine = { billing: Billing; quantity: number; unitPrice: DecimalString; unitCost: DecimalString };

export const isBelowCost = ({ unitPrice, unitCost }: Pick<PricedLine, "unitPrice" | "unitCost">): boolean =>
  compareDecimals(unitPrice, unitCost) < 0;

/** What a line comes to in a billing period, net. */
export const quotedAmount = ({ unitPrice, quantity }: PricedLine, currency: Currency): Money =>
  times(unitPrice, quantity, currency);

export type QuoteSum = { billing: Billing; price: Money; cost: Money; margin: Money };

/** Adds up lines that are billed alike: months and years have no common sum. */
export const quoteSums = (lines: readonly PricedLine[], currency: Currency): QuoteSum[] =>
  sumsAdded(
    lines.map((line) => ({
      billing: line.billing,
      price: quotedAmount(line, currency).minor,
      cost: times(line.unitCost, line.quantity, currency).minor,
    })),
    currency,
  );

/** The same of amounts in pence or cents. */
export const sumsAdded = (
  amounts: readonly { billing: Billing; price: bigint; cost: bigint }[],
  currency: Currency,
): QuoteSum[] =>
  billings.flatMap((billing) => {
    const alike = amounts.filter((each) => each.billing === billing);
    if (alike.length === 0) return [];
    const added = (of: "price" | "cost"): Money => ({
      minor: alike.reduce((total, each) => total + each[of], 0n),
      currency,
    });
    const [price, cost] = [added("price"), added("cost")];
    return [{ billing, price, cost, margin: subtract(price, cost) }];
  });

/** When lines that are billed alike are paid. */
export const quotePaid = {
  monthly: "Each month",
  annual: "Each year",
  triennial: "Every three years",
  daily: "Each month, by the day",
  once: "Once",
} as const satisfies Record<Billing, string>;

/** What a price is per, besides the unit. */
export const quotePer = {
  monthly: "a month",
  annual: "a year",
  triennial: "for three years",
  daily: "a month",
  once: "once",
} as const satisfies Record<Billing, string>;

/** For how long a price is fixed. */
export const quoteTerms = {
  P1M: "1 month",
  P1Y: "1 year",
  P3Y: "3 years",
  none: "No commitment",
} as const satisfies Record<Term, string>;

/** Days for which prices are fixed at most. */
export const longestValidDays = 90;
/** Days after its end on which a quote can still be read by its link. */
export const linkStaysDays = 30;

/** Days before the last one on which whoever sent a quote is told that nobody has answered it. */
export const remindsDaysBefore = 3;

/** Says for how long a price is fixed and how it is paid: `1 year, paid each month`; `Paid once` without a term. */
export function quoteWords({ term, billing }: { term: Term; billing: Billing }): string {
  const paid = `paid ${quotePaid[billing].toLowerCase()}`;
  return billing === "once" ? "Paid once" : `${quoteTerms[term]}, ${paid}`;
}
