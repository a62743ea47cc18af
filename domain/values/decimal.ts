/** An exact decimal number as text, with at most eight decimal places: `"9.40"`, `"-0.00012"`. */
export type DecimalString = string;

/** The integer that represents 1 at eight decimal places. */
export const scale = 100_000_000n;

const decimalPattern = /^(-?)(\d+)(?:\.(\d{1,8}))?$/;

/** Returns the number times 10^8. Throws RangeError for text that is not a decimal or has more than eight places. */
export function parseDecimal(text: DecimalString): bigint {
  const found = decimalPattern.exec(text);
  if (!found) throw new RangeError(`Not a decimal number with at most eight places: ${text}`);
  const magnitude = BigInt(found[2]!) * scale + BigInt((found[3] ?? "").padEnd(8, "0"));
  return found[1] ? -magnitude : magnitude;
}

/** Compares numerically for `sort`: `"1.5"` and `"1.50"` are equal. */
export function compareDecimals(a: DecimalString, b: DecimalString): number {
  const difference = parseDecimal(a) - parseDecimal(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Divides, rounding to the nearest integer and halves away from zero. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError("Division by zero");
  const negative = numerator < 0n !== denominator < 0n;
  const top = numerator < 0n ? -numerator : numerator;
  const bottom = denominator < 0n ? -denominator : denominator;
  const magnitude = (top * 2n + bottom) / (bottom * 2n);
  return negative ? -magnitude : magnitude;
}

/** Counts the decimal places that a number needs. */
export const placesOf = (text: DecimalString): number => (text.split(".")[1] ?? "").replace(/0+$/, "").length;

/** Writes a number of 10^-8 with a number of decimal places, which it must not exceed. */
export function formatDecimal(scaled: bigint, places: number): DecimalString {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(9, "0");
  const fraction = digits.slice(-8).slice(0, places);
  return `${scaled < 0n ? "-" : ""}${digits.slice(0, -8)}${places === 0 ? "" : `.${fraction}`}`;
}
