import { divideRounded, parseDecimal, scale, type DecimalString } from "./decimal.ts";

export const currencies = ["GBP", "EUR"] as const;
export type Currency = (typeof currencies)[number];

/** Money is a whole number of minor units (pence, cents) and its currency. Never a float. */
export type Money = { minor: bigint; currency: Currency };

export const money = (minor: bigint, currency: Currency): Money => ({ minor, currency });
export const zero = (currency: Currency): Money => money(0n, currency);

/** Throws TypeError where two currencies would meet. */
function sameCurrency(a: Money, b: Money): Currency {
  if (a.currency !== b.currency) throw new TypeError(`Cannot bring ${a.currency} and ${b.currency} together`);
  return a.currency;
}

export const add = (a: Money, b: Money): Money => ({ currency: sameCurrency(a, b), minor: a.minor + b.minor });
export const subtract = (a: Money, b: Money): Money => ({ currency: sameCurrency(a, b), minor: a.minor - b.minor });
export const negate = (a: Money): Money => ({ minor: -a.minor, currency: a.currency });
export const isZero = (a: Money): boolean => a.minor === 0n;

/** The currency is named because a sum of nothing has one too. */
export const sum = (amounts: readonly Money[], currency: Currency): Money => amounts.reduce(add, zero(currency));

/** amount x numerator / denominator, rounded half away from zero, once. */
export function share(amount: Money, numerator: number | bigint, denominator: number | bigint): Money {
  return { minor: divideRounded(amount.minor * BigInt(numerator), BigInt(denominator)), currency: amount.currency };
}

/** A rate in pounds or euros per unit, which may be finer than a penny, times a whole quantity; rounded once. */
export function times(rate: DecimalString, quantity: number | bigint, currency: Currency): Money {
  return { minor: divideRounded(parseDecimal(rate) * BigInt(quantity) * 100n, scale), currency };
}

/** `percent` of an amount ("20" is a fifth), rounded once. */
export function percentOf(amount: Money, percent: DecimalString): Money {
  return { minor: divideRounded(amount.minor * parseDecimal(percent), 100n * scale), currency: amount.currency };
}

const signs = { GBP: "£", EUR: "€" } as const satisfies Record<Currency, string>;

/** As en-GB writes it: `£1,234.50`, `-€0.99`. */
export function format({ minor, currency }: Money): string {
  const magnitude = minor < 0n ? -minor : minor;
  const whole = (magnitude / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ",");
  return `${minor < 0n ? "-" : ""}${signs[currency]}${whole}.${(magnitude % 100n).toString().padStart(2, "0")}`;
}
