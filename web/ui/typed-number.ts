/** Reads a whole number as written: `25` or `25.00`. Undefined for anything else, of which nothing is guessed. */
export const parseWhole = (text: string): number | undefined =>
  /^\d+(\.0*)?$/.test(text.trim()) ? Number(text) : undefined;

/** Says why a text is not taken, if it is not; an empty one is still being typed. */
export function wholeFault(text: string, min: number, max: number): string | undefined {
  const written = text.trim();
  if (written === "") return undefined;
  const number = parseWhole(written);
  if (number === undefined)
    return `Must be a whole number, not “${written.length > 40 ? `${written.slice(0, 40)}…` : written}”`;
  if (number < min) return `Must be at least ${min}`;
  return number > max ? `Must be at most ${max}` : undefined;
}

/** Whether a number is so much more than the present one that it may be a slip. */
export const isJump = (number: number, present: number): boolean => number > 50 && number > 10 * present;
