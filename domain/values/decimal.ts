/** An exact decimal number with at most eight places, as text: `"9.40"`, `"-0.00012"`. */
export type DecimalString = string;

/** One whole at the fixed scale of eight decimal places. */
export const scale = 100_000_000n;

const decimalPattern = /^(-?)(\d+)(?:\.(\d{1,8}))?$/;

/** The number times 10^8. Throws RangeError for text that is no decimal or has more than eight places. */
export function parseDecimal(text: DecimalString): bigint {
  const found = decimalPattern.exec(text);
  if (!found) throw new RangeError(`Not a decimal number with at most eight places: ${text}`);
  const magnitude = BigInt(found[2]!) * scale + BigInt((found[3] ?? "").padEnd(8, "0"));
  return found[1] ? -magnitude : magnitude;
}

/** Negative, zero or positive, as `sort` wants it: `"1.5"` and `"1.50"` are equal. */
export function compareDecimals(a: DecimalString, b: DecimalString): number {
  const difference = parseDecimal(a) - parseDecimal(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** numerator / denominator to the nearest whole, halves away from zero. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError("Division by zero");
  const negative = numerator < 0n !== denominator < 0n;
  const top = numerator < 0n ? -numerator : numerator;
  const bottom = denominator < 0n ? -denominator : denominator;
  const magnitude = (top * 2n + bottom) / (bottom * 2n);
  return negative ? -magnitude : magnitude;
}
