import { counted, unitsWord } from "@tradewind/domain/catalogue/units.ts";

/** What a service holds, each unit by itself: gigabytes and servers make no sum. */
export const countedEach = (quantities: readonly { Unit: string; Quantity: number }[]): string =>
  quantities.map(({ Unit, Quantity }) => counted(Quantity, Unit)).join(", ");

/** What the button says that changes how many there are: `Change licences`, `Change storage`. */
export const changeWords = (unit: string): string => `Change ${unit === "GB" ? "storage" : unitsWord(unit)}`;
