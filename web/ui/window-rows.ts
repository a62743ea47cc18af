import { useCallback, useEffect, useState } from "react";

type Range = { from: number; until: number };

/** Returns the rows of equal height in the window, and some on either side. */
export function visibleRows(count: number, height: number, above: number, viewport: number, spare: number): Range {
  const first = Math.floor(above / height);
  const from = Math.min(Math.max(0, first - spare), Math.max(0, count - 1));
  return { from, until: Math.min(count, Math.max(first, 0) + Math.ceil(viewport / height) + 1 + spare) };
}

/** A row of the list and the slot in which it is drawn. */
type Slot = { index: number; key: number };
type Drawn = { first: number; slots: readonly Slot[] };
type Look = { count: number; height: number; above: number; viewport: number };

/**
 * Decides which rows to draw. A row drawn before keeps its slot. After a jump beyond the spare rows, only the rows in
 * the window are drawn, in existing slots: updating one costs the browser a fraction of creating it, so that the frame
 * is on time even if every frame is a jump. The spare rows follow with the next call.
 */
export function drawnAt(before: Drawn, { count, height, above, viewport }: Look, spare: number): Drawn {
  const first = Math.floor(above / height);
  const leap = before.slots.length > 0 && Math.abs(first - before.first) > spare;
  const { from, until } = visibleRows(count, height, above, viewport, leap ? 0 : spare);
  const { slots } = before;
  if (slots[0]?.index === from && slots.at(-1)?.index === until - 1)
    return before.first === first ? before : { first, slots };
  const keys = new Map(slots.map(({ index, key }, at) => [leap ? from + at : index, key]));
  let fresh = Math.max(-1, ...slots.map(({ key }) => key));
  return {
    first,
    slots: Array.from({ length: Math.max(0, until - from) }, (_, at) => ({
      index: from + at,
      key: keys.get(from + at) ?? ++fresh,
    })),
  };
}

const nothing: Drawn = { first: 0, slots: [] };

/**
 * Draws only the rows of a long list that are in the window; the page itself scrolls. `top` is where the list begins on
 * the page. Slots change only when a row comes or goes.
 */
export function useWindowRows(count: number, height: number, top: number, spare = 10) {
  const look = useCallback(
    (before: Drawn) => drawnAt(before, { count, height, above: scrollY - top, viewport: innerHeight }, spare),
    [count, height, top, spare],
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
