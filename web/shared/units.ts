import { counted, unitsWord } from "@tradewind/domain/catalogue/units.ts";

/** What a service holds, each unit by itself: gigabytes and servers make no sum. */
export const countedEach = (quantities: readonly { Unit: string; Quantity: number }[]): string =>
  quantities.map(({ Unit, Quantity }) => counted(Quantity, Unit)).join(", ");

/** What a service is beside its product: three names at most, so that a line holds them. */
export const namesHeld = (names: readonly string[]): string =>
  names.slice(0, 3).join(", ") + (names.length > 3 ? " and more" : "");

/** What the button says that changes how many there are: `Change licences`, `Change storage`. */
export const changeWords = (unit: string): string => `Change ${unit === "GB" ? "storage" : unitsWord(unit)}`;
