import { isSeat } from "@tradewind/domain/catalogue/units.ts";

const plural = (unit: string) => (unit === "GB" || /(s|x|ch)$/.test(unit) ? unit : `${unit}s`);

/** What a field for a number of units is called: `Workstations`. */
export const unitLabel = plural;

/** `22 workstations`, `1 licence`, `800 GB`. */
export function counted(quantity: number, unit: string): string {
  const word = quantity === 1 ? unit : plural(unit);
  return `${quantity.toLocaleString("en-GB")} ${unit === unit.toUpperCase() ? word : word.toLowerCase()}`;
}

/** What a service holds, each unit by itself: gigabytes and servers make no sum. */
export const countedEach = (quantities: readonly { Unit: string; Quantity: number }[]): string =>
  quantities.map(({ Unit, Quantity }) => counted(Quantity, Unit)).join(", ");

/** What the button says that changes how many there are. */
export const changeWords = (unit: string): string => (isSeat(unit) ? "Change seats" : "Change quantity");
