/** What a unit is called: a vendor's seat is a licence to us; every other offer keeps its own word. */
const one = (unit: string) => (unit === "Seat" ? "Licence" : unit);

/** What a number of units is called, as a label: `Workstations`. */
export function unitLabel(unit: string): string {
  const word = one(unit);
  if (isAbbreviation(word)) return word;
  return /(?:s|x|ch)$/.test(word) ? `${word}es` : `${word}s`;
}

const isAbbreviation = (word: string) => word === word.toUpperCase();
const inSentence = (word: string) => (isAbbreviation(word) ? word : word.toLowerCase());

/** What a number of units is called within a sentence: `workstations`. */
export const unitsWord = (unit: string): string => inSentence(unitLabel(unit));

/** What one unit is called within a sentence: `workstation`. */
export const unitWord = (unit: string): string => inSentence(one(unit));

/** `22 workstations`, `1 licence`, `800 GB`. */
export const counted = (quantity: number, unit: string): string =>
  `${quantity.toLocaleString("en-GB")} ${quantity === 1 ? unitWord(unit) : unitsWord(unit)}`;
