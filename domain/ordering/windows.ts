/** Until when a vendor takes units back. */
import type { HistoryEntry, Lot, Subscription } from "../pricing/pricing-types.ts";
import { isBefore, millisecondsOf, type Instant } from "../values/dates.ts";

/** Units that a vendor takes back until an instant, one entry for each purchase. */
export type VendorWindow = { quantity: number; until: Instant };

/** A window opens at the vendor when an order arrives there, and with us when it is placed: less than this is no news. */
const nearMs = 15 * 60_000;

/**
 * Takes over the windows that a vendor tells otherwise than they were promised, lot by lot: its latest windows are those of
 * our newest lots. A lot of which it takes nothing back is closed; one of which it takes back a part stays as it is.
 * Undefined if nothing differs.
 */
export function takeWindows(
  { key, lots }: Pick<Subscription, "key" | "lots">,
  told: readonly VendorWindow[],
  now: Instant,
): { lots: Lot[]; entry: HistoryEntry } | undefined {
  const open = told
    .filter(({ quantity, until }) => quantity > 0 && isBefore(now, until))
    .toSorted((a, b) => millisecondsOf(b.until) - millisecondsOf(a.until))
    .flatMap(({ quantity, until }) => Array.from({ length: quantity }, () => until));
  // Of most, nothing is taken back any more.
  if (open.length === 0 && !lots.some((lot) => lot.refundableUntil && isBefore(now, lot.refundableUntil)))
    return undefined;
  const windows: Record<string, Instant> = {};
  for (const [name, { quantity, refundableUntil }] of namedLots(lots).toReversed()) {
    const units = open.splice(0, quantity);
    if (refundableUntil === null || (units.length > 0 && units.length < quantity)) continue;
    const until = new Date(millisecondsOf(units.at(-1) ?? now)).toISOString();
    const isOver = units.length === 0 && !isBefore(now, refundableUntil);
    if (!isOver && Math.abs(millisecondsOf(until) - millisecondsOf(refundableUntil)) > nearMs) windows[name] = until;
  }
  if (Object.keys(windows).length === 0) return undefined;
  return {
    lots: moveWindows(lots, windows),
    entry: { subscriptionKey: key, effectiveAt: now, kind: "windowsMoved", data: { windows } },
  };
}

/** Sets until when lots can be given back, by their names. */
export const moveWindows = (lots: readonly Lot[], windows: Readonly<Record<string, Instant>>): Lot[] =>
  namedLots(lots).map(([name, lot]) => ({ ...lot, refundableUntil: windows[name] ?? lot.refundableUntil }));

/** Names lots by when they were opened, and from the second on by their place too where several were at once, as in an upgrade. */
const namedLots = (lots: readonly Lot[]): [name: string, lot: Lot][] =>
  lots.map((lot, index) => {
    const place = lots.slice(0, index + 1).filter(({ openedAt }) => openedAt === lot.openedAt).length;
    return [place === 1 ? lot.openedAt : `${lot.openedAt} ${place}`, lot];
  });
