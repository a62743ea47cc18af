import type { Lot } from "./pricing-types.ts";

/** Takes seats from the newest lots first. Throws if there are too few: quantities and lots must agree. */
export function takeNewest(lots: readonly Lot[], quantity: number): { left: Lot[]; taken: Lot[] } {
  const left = [...lots];
  const taken: Lot[] = [];
  let missing = quantity;
  while (missing > 0) {
    const lot = left.pop();
    if (!lot) throw new Error("More seats would be taken than there are");
    const part = Math.min(missing, lot.quantity);
    if (part < lot.quantity) left.push({ ...lot, quantity: lot.quantity - part });
    taken.push({ ...lot, quantity: part });
    missing -= part;
  }
  return { left, taken };
}
