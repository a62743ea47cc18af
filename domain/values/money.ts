import { divideRounded, parseDecimal, scale, type DecimalString } from "./decimal.ts";

export const currencies = ["GBP", "EUR"] as const;
export type Currency = (typeof currencies)[number];

/** A whole number of minor units (pence, cents) with its currency. Never a float. */
export type Money = { minor: bigint; currency: Currency };

export const money = (minor: bigint, currency: Currency): Money => ({ minor, currency });
export const zero = (currency: Currency): Money => money(0n, currency);

/** Returns the common currency. Throws TypeError if the two differ. */
function sameCurrency(a: Money, b: Money): Currency {
  if (a.currency !== b.currency) throw new TypeError(`Cannot bring ${a.currency} and ${b.currency} together`);
  return a.currency;
}

export const add = (a: Money, b: Money): Money => ({ currency: sameCurrency(a, b), minor: a.minor + b.minor });
export const subtract = (a: Money, b: Money): Money => ({ currency: sameCurrency(a, b), minor: a.minor - b.minor });
export const negate = (a: Money): Money => ({ minor: -a.minor, currency: a.currency });
export const isZero = (a: Money): boolean => a.minor === 0n;

/** Sums amounts. The currency is a parameter because an empty sum has one too. */
export const sum = (amounts: readonly Money[], currency: Currency): Money => amounts.reduce(add, zero(currency));

/** Returns amount x numerator / denominator, rounded once, halves away from zero. */
export function share(amount: Money, numerator: number | bigint, denominator: number | bigint): Money {
  return { minor: divideRounded(amount.minor * BigInt(numerator), BigInt(denominator)), currency: amount.currency };
}

/** Multiplies a rate in pounds or euros per unit, which may be finer than a penny, by a whole quantity; rounds once. */
export function times(rate: DecimalString, quantity: number | bigint, currency: Currency): Money {
  return { minor: divideRounded(parseDecimal(rate) * BigInt(quantity) * 100n, scale), currency };
}

/** Returns `percent` of an amount ("20" is a fifth), rounded once. */
export function percentOf(amount: Money, percent: DecimalString): Money {
  return { minor: divideRounded(amount.minor * parseDecimal(percent), 100n * scale), currency: amount.currency };
}

const signs = { GBP: "£", EUR: "€" } as const satisfies Record<Currency, string>;

/** Formats for en-GB: `£1,234.50`, `−€0.99`. */
export function format({ minor, currency }: Money): string {
  const magnitude = minor < 0n ? -minor : minor;
  const whole = (magnitude / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ",");
  return `${minor < 0n ? "−" : ""}${signs[currency]}${whole}.${(magnitude % 100n).toString().padStart(2, "0")}`;
}

/** Formats a price per unit: `£9.40`, or `£0.0125` if it is finer than a penny. */
export function formatRate(rate: DecimalString, currency: Currency): string {
  const [whole = "0", fraction = ""] = rate.split(".");
  const fine = fraction.replace(/0+$/, "").padEnd(2, "0");
  return format({ minor: BigInt(whole + fine.slice(0, 2)), currency }) + fine.slice(2);
}
