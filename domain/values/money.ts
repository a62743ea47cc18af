import { divideRounded, parseDecimal, scale, type DecimalString } from "./decimal.ts";

export const currencies = ["GBP", "EUR"] as const;
export type Currency = (typeof currencies)[number];

/** Money is a whole number of minor units (pence, cents) and its currency. Never a float. */
export type Money = { minor: bigint; currency: Currency };

export const money = (minor: bigint, currency: Currency): Money => ({ minor, currency });
export const zero = (currency: Currency): Money => ({ minor: 0n, currency });

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

/** The amount in pounds or euros as plain text, for files and decimal fields: `1234.50`. */
export const toDecimal = (amount: Money): DecimalString => format(amount).replace(/[£€,]/g, "");

/**
 * Splits a total over weights by largest remainder: the parts add up to the total exactly, each is within one minor
 * unit of its exact share, and equal remainders are served in order. Weights that add up to zero count as equal.
 */
export function allocate(total: Money, weights: readonly bigint[]): Money[] {
  const whole = weights.reduce((a, b) => a + b, 0n);
  if (whole === 0n)
    return weights.length === 0
      ? []
      : allocate(
          total,
          weights.map(() => 1n),
        );
  const parts = settleRemainders(
    total.minor,
    weights.map((weight) => total.minor * weight),
    whole,
  );
  return parts.map((minor) => ({ minor, currency: total.currency }));
}

/** Rounds the exact parts `numerators / denominator` to whole numbers that add up to `total`, by largest remainder. */
export function settleRemainders(total: bigint, numerators: readonly bigint[], denominator: bigint): bigint[] {
  const sign = denominator < 0n ? -1n : 1n;
  const bottom = denominator * sign;
  const parts = numerators.map((numerator, index) => {
    const top = numerator * sign;
    const remainder = ((top % bottom) + bottom) % bottom;
    return { index, floor: (top - remainder) / bottom, remainder };
  });
  const missing = Number(total - parts.reduce((all, part) => all + part.floor, 0n));
  if (missing < 0 || missing > parts.length) throw new RangeError("The parts do not belong to this total");
  const served = new Set(
    parts
      .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
      .slice(0, missing)
      .map((part) => part.index),
  );
  return parts.map((part) => part.floor + (served.has(part.index) ? 1n : 0n));
}
