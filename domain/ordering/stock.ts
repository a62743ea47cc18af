/** The moves of goods between the places where they can be. */

export const stockMoveKinds = [
  "received",
  "reserved",
  "released",
  "dispatched",
  "returned",
  "writtenOff",
  "adjusted",
] as const;
export type StockMoveKind = (typeof stockMoveKinds)[number];

/** Outside is the supplier, sent is with a customer, and lost is written off. */
type Place = "outside" | "free" | "reserved" | "sent" | "lost";
export type StockMove = { kind: StockMoveKind; from: Place; to: Place; quantity: number };

/** Turns a correction after counting, or what is written off, into a move. Undefined if it moves nothing. */
export function adjustment(kind: "adjusted" | "writtenOff", quantity: number): StockMove | undefined {
  if (quantity === 0 || (kind === "writtenOff" && quantity < 0)) return undefined;
  if (kind === "writtenOff") return { kind, from: "free", to: "lost", quantity };
  return quantity > 0
    ? { kind, from: "outside", to: "free", quantity }
    : { kind, from: "free", to: "outside", quantity: -quantity };
}

/** By how much a move changes a place. */
export const changeOf = (place: Place, { from, to, quantity }: Omit<StockMove, "kind">): number =>
  (to === place ? quantity : 0) - (from === place ? quantity : 0);
