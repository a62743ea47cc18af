import { useCallback, useEffect, useState } from "react";

type Range = { from: number; until: number };

/** Which rows of equal height stand in the window, and some on either side. */
export function visibleRows(count: number, height: number, above: number, viewport: number, spare: number): Range {
  const first = Math.floor(above / height);
  const from = Math.min(Math.max(0, first - spare), Math.max(0, count - 1));
  return { from, until: Math.min(count, Math.max(first, 0) + Math.ceil(viewport / height) + 1 + spare) };
}

/**
 * Draws only the rows of a long list that the window shows; the page itself scrolls.
 * `top` is where the list begins on the page. A new range is set only when a row comes or goes.
 */
export function useWindowRows(count: number, height: number, top: number, spare = 10) {
  const look = useCallback(
    () => visibleRows(count, height, scrollY - top, innerHeight, spare),
    [count, height, top, spare],
  );
  const [range, setRange] = useState(look);
  // Drawn at once with the rows that are there now, not first with those that were.
  const [looked, setLooked] = useState(() => look);
  if (looked !== look) {
    setLooked(() => look);
    setRange(look());
  }
  useEffect(() => {
    const update = () =>
      setRange((before) => {
        const next = look();
        return next.from === before.from && next.until === before.until ? before : next;
      });
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
  const shown = Math.max(0, Math.min(range.until, count) - range.from);
  return { indexes: Array.from({ length: shown }, (_, at) => range.from + at), reveal };
}
