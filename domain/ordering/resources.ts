/** What lines bring into being, such as blocks of telephone numbers: how many are due, and which numbers they hold. */

/** How many are to be made and how many to be ended so that there are as many as units, or one for the whole line. */
export function resourcesDue(per: "unit" | "line", quantity: number, standing: number): { make: number; end: number } {
  const wanted = per === "unit" ? quantity : Math.min(quantity, 1);
  return { make: Math.max(0, wanted - standing), end: Math.max(0, standing - wanted) };
}

const callingCodes: Readonly<Record<string, string>> = { GB: "44", IE: "353" };

/** Returns where an area code is: each names one place in the two countries. */
export const countryOfArea = (areaCode: string): "GB" | "IE" =>
  /^01\d{2,4}$/.test(areaCode) || ["020", "023", "024", "028", "029"].includes(areaCode) ? "GB" : "IE";

/** Numbers in full international form, the last one excluded. */
export type NumberBlock = { from: bigint; until: bigint };

/**
 * Returns the numbers of a block, given its first as people write it: with a plus, or as it is dialled within the country.
 * Undefined if that is no number, or if the block passes the end of what its digits can count.
 */
export function blockOf(first: string, country: string, size: number): NumberBlock | undefined {
  const digits = first.replace(/[ ()-]/g, "");
  const code = callingCodes[country];
  const full = /^\+[1-9]\d{6,14}$/.test(digits)
    ? digits.slice(1)
    : /^0[1-9]\d{5,11}$/.test(digits) && code
      ? code + digits.slice(1)
      : undefined;
  if (full === undefined) return undefined;
  const from = BigInt(full);
  const until = from + BigInt(size);
  return String(until - 1n).length === full.length ? { from, until } : undefined;
}

/** Writes a block as its first and last number: `+441174960000 to +441174960009`. */
export const blockWords = ({ from, until }: NumberBlock): string =>
  until - from === 1n ? `+${from}` : `+${from} to +${until - 1n}`;
