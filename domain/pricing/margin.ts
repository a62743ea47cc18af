import { divideRounded, formatDecimal, parseDecimal, placesOf, type DecimalString } from "../values/decimal.ts";

/** Returns what each unit loses that is sold below its cost; null if none does. */
export function lossOf(cost: DecimalString, sell: DecimalString): DecimalString | null {
  const { amount } = marginOf(cost, sell);
  return amount.startsWith("-") ? amount.slice(1) : null;
}

/** Returns what is left of a selling price, exactly, and its share of that price in percent; no share of nothing. */
export function marginOf(cost: DecimalString, sell: DecimalString): { amount: DecimalString; percent: string | null } {
  const [paid, asked] = [parseDecimal(cost), parseDecimal(sell)];
  const left = asked - paid;
  const tenths = asked === 0n ? null : divideRounded(left * 1000n, asked);
  const shown = tenths === null ? null : tenths < 0n ? -tenths : tenths;
  return {
    amount: formatDecimal(left, Math.max(placesOf(cost), placesOf(sell))),
    percent: shown === null ? null : `${tenths! < 0n ? "−" : ""}${shown / 10n}.${shown % 10n}`,
  };
}
