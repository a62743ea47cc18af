import { useCallback, useEffect, useState } from "react";

type Range = { from: number; until: number };

/** Which rows of equal height stand in the window, and some on either side. */
export function visibleRows(count: number, height: number, above: number, viewport: number, spare: number): Range {
  const first = Math.floor(above / height);
  const from = Math.min(Math.max(0, first - spare), Math.max(0, count - 1));
  return { from, until: Math.min(count, Math.max(first, 0) + Math.ceil(viewport / height) + 1 + spare) };
}

/** A row of the list and the place it is drawn in. */
type Slot = { index: number; key: number };
type Drawn = { first: number; slots: readonly Slot[] };
type Look = { count: number; height: number; above: number; viewport: number };

/**
 * What to draw at a look at the list. A row that was drawn keeps its place. After a leap past the spare rows only the
 * rows in the window are drawn, in the places that are there: changing what is drawn costs the browser a fraction of
 * making it anew, so that the frame comes in time even when every frame is a leap. The spare ones come with the next
 * look.
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
 * Draws only the rows of a long list that the window shows; the page itself scrolls.
 * `top` is where the list begins on the page. New slots are set only when a row comes or goes.
 */
export function useWindowRows(count: number, height: number, top: number, spare = 10) {
  const look = useCallback(
    (before: Drawn) => drawnAt(before, { count, height, above: scrollY - top, viewport: innerHeight }, spare),
    [count, height, top, spare],
  );
  const [drawn, setDrawn] = useState(() => look(nothing));
  // Drawn at once with the rows that are there now, not first with those that were.
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

  /** Brings a row into the window, below whatever sticks to its top. */
  const reveal = (index: number, sticky: number) => {
    const [from, until] = [top + index * height, top + (index + 1) * height];
    if (from < scrollY + sticky) scrollTo(0, from - sticky);
    else if (until > scrollY + innerHeight) scrollTo(0, until - innerHeight);
  };
  return { slots: drawn.slots, reveal };
}
