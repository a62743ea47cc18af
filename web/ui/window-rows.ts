import { useCallback, useEffect, useState } from "react";

type Range = { from: number; until: number };

/** Returns the rows of equal height in the window, and some on either side. */
export function visibleRows(count: number, height: number, above: number, viewport: number, spare: number): Range {
  const first = Math.floor(above / height);
  const from = Math.min(Math.max(0, first - spare), Math.max(0, count - 1));
  return { from, until: Math.min(count, Math.max(first, 0) + Math.ceil(viewport / height) + 1 + spare) };
}

/** A row of the list and the slot in which it is drawn. */
type Slot = { index: number; id: string; key: number };
type Drawn = { first: number; slots: readonly Slot[] };
type Look = { count: number; height: number; above: number; viewport: number; idOf: (index: number) => string };

/**
 * Decides which rows to draw. A row drawn before keeps its slot, wherever in the list it is now: whoever presses
 * something in it never presses another's. After a jump beyond the spare rows, only the rows in the window are drawn; if
 * none of them was drawn before, in existing slots: updating one costs the browser a fraction of creating it, so that
 * the frame is on time even if every frame is a jump. The spare rows follow with the next call.
 */
export function drawnAt(before: Drawn, { count, height, above, viewport, idOf }: Look, spare: number): Drawn {
  const first = Math.max(0, Math.floor(above / height));
  const leap = before.slots.length > 0 && Math.abs(first - before.first) > spare;
  const { from, until } = visibleRows(count, height, above, viewport, leap ? 0 : spare);
  const ids = Array.from({ length: Math.max(0, until - from) }, (_, at) => idOf(from + at));
  const { slots } = before;
  if (slots[0]?.index === from && slots.length === ids.length && slots.every(({ id }, at) => id === ids[at]))
    return before.first === first ? before : { first, slots };
  const keys = new Map(slots.map(({ id, key }) => [id, key]));
  const spared = leap && !ids.some((id) => keys.has(id)) ? slots.map(({ key }) => key) : [];
  let fresh = Math.max(-1, ...slots.map(({ key }) => key));
  return {
    first,
    slots: ids.map((id, at) => {
      const key = keys.get(id) ?? spared[at] ?? ++fresh;
      // Pages read one after the other may both hold a row.
      keys.delete(id);
      return { index: from + at, id, key };
    }),
  };
}

const nothing: Drawn = { first: 0, slots: [] };

/**
 * Draws only the rows of a long list that are in the window; the page itself scrolls. `top` is where the list begins on
 * the page, `idOf` tells rows apart wherever they are. Slots change only when a row comes, goes or moves.
 */
export function useWindowRows(
  { count, height, top, idOf }: { count: number; height: number; top: number; idOf: (index: number) => string },
  spare = 10,
) {
  const look = useCallback(
    (before: Drawn) => drawnAt(before, { count, height, above: scrollY - top, viewport: innerHeight, idOf }, spare),
    [count, height, top, idOf, spare],
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
