import { useCallback, useEffect, useState } from "react";
import { flushSync } from "react-dom";

type Range = { from: number; until: number };

/** Returns the rows of equal height in the window, and some on either side. */
export function visibleRows(count: number, height: number, above: number, viewport: number, spare: number): Range {
  const first = Math.floor(above / height);
  const from = Math.min(Math.max(0, first - spare), Math.max(0, count - 1));
  return { from, until: Math.min(count, Math.max(first, 0) + Math.ceil(viewport / height) + 1 + spare) };
}

/** A row of the list and the slot in which it is drawn; `away` if only because it is held. */
type Slot = { index: number; id: string; key: number; away?: true };
type Drawn = { first: number; slots: readonly Slot[] };
type Rows = {
  count: number;
  height: number;
  idOf: (index: number) => string;
  /** Whether somebody has the focus in a row, or presses it. */
  isHeld?: (id: string) => boolean;
};
type Look = Rows & { above: number; viewport: number };

/**
 * Decides which rows to draw. A row drawn before keeps its slot, wherever in the list it is now: whoever presses
 * something in it never presses another's. One that is held stays drawn wherever the window is, so that its focus never
 * passes to another. After a jump beyond the spare rows, only the rows in the window are drawn; if none of them was drawn
 * before, in existing slots: updating one costs the browser a fraction of creating it, so that the frame is on time even
 * if every frame is a jump. The spare rows follow with the next call.
 */
export function drawnAt(before: Drawn, look: Look, spare: number): Drawn {
  const { count, height, above, viewport, idOf, isHeld } = look;
  const first = Math.max(0, Math.floor(above / height));
  const leap = before.slots.length > 0 && Math.abs(first - before.first) > spare;
  const { from, until } = visibleRows(count, height, above, viewport, leap ? 0 : spare);
  const ids = Array.from({ length: Math.max(0, until - from) }, (_, at) => idOf(from + at));
  const { slots } = before;
  const held = slots.flatMap((slot): Slot[] => {
    const index = isHeld?.(slot.id) && !ids.includes(slot.id) ? placeOf(slot, look) : -1;
    return index < 0 ? [] : [{ ...slot, index, away: true }];
  });
  const keys = new Map(slots.map(({ id, key }) => [id, key]));
  const spared =
    leap && !ids.some((id) => keys.has(id))
      ? slots.map(({ key }) => key).filter((key) => !held.some((slot) => slot.key === key))
      : [];
  let fresh = Math.max(-1, ...slots.map(({ key }) => key));
  const inWindow = ids.map((id, at): Slot => {
    const key = keys.get(id) ?? spared[at] ?? ++fresh;
    // Pages read one after the other may both hold a row.
    keys.delete(id);
    return { index: from + at, id, key };
  });
  const next = held.length === 0 ? inWindow : [...held, ...inWindow].toSorted((a, b) => a.index - b.index);
  if (next.length === slots.length && next.every((slot, at) => isSame(slot, slots[at]!)))
    return before.first === first ? before : { first, slots };
  return { first, slots: next };
}

const isSame = (a: Slot, b: Slot) => a.index === b.index && a.id === b.id && a.away === b.away;

/** Returns where a row is now, or -1 if it is no longer in the list. */
function placeOf({ index, id }: Slot, { count, idOf }: Rows): number {
  if (index < count && idOf(index) === id) return index;
  for (let at = 0; at < count; at++) if (idOf(at) === id) return at;
  return -1;
}

const nothing: Drawn = { first: 0, slots: [] };

/**
 * Draws only the rows of a long list that are in the window, and all on paper; the page itself scrolls. `top` is where the list begins on
 * the page, `idOf` tells rows apart wherever they are. Slots change only when a row comes, goes or moves.
 */
export function useWindowRows({ count, height, top, idOf, isHeld }: Rows & { top: number }, spare = 10) {
  const isPrinted = usePrinted();
  const look = useCallback(
    (before: Drawn) => {
      const window = isPrinted
        ? { above: 0, viewport: count * height }
        : { above: scrollY - top, viewport: innerHeight };
      return drawnAt(before, { count, height, ...window, idOf, isHeld }, spare);
    },
    [count, height, top, idOf, isHeld, spare, isPrinted],
  );
  const [drawn, setDrawn] = useState(() => look(nothing));
  // Draw the current rows at once, not the previous ones first.
  const [looked, setLooked] = useState(() => look);
  if (looked !== look) {
    setLooked(() => look);
    setDrawn(look);
  }
  useEffect(() => {
    const update = () => setDrawn(look);
    update();
    addEventListener("scroll", update, { passive: true });
    addEventListener("resize", update);
    return () => {
      removeEventListener("scroll", update);
      removeEventListener("resize", update);
    };
  }, [look]);

  /** Scrolls a row into the window, below any sticky headers. */
  const reveal = (index: number, sticky: number) => {
    const [from, until] = [top + index * height, top + (index + 1) * height];
    if (from < scrollY + sticky) scrollTo(0, from - sticky);
    else if (until > scrollY + innerHeight) scrollTo(0, until - innerHeight);
  };
  return { slots: drawn.slots, reveal };
}

/** Whether the page is being printed. */
function usePrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    // Drawn before the browser takes the page.
    const begin = () => flushSync(() => setPrinted(true));
    const end = () => setPrinted(false);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinted;
}
