import { useLayoutEffect, useRef, useState, type RefObject } from "react";

/** Width of the overflow menu in pixels. */
const moreWidth = 84;

/** Returns how many entries of a row fit; if not all do, leaves room for a menu of the rest. */
export function fitting(widths: readonly number[], space: number, gap: number): number {
  const ends = widths.map((_, at) => widths.slice(0, at + 1).reduce((sum, width) => sum + width + gap, -gap));
  if ((ends.at(-1) ?? 0) <= space) return widths.length;
  return ends.filter((end) => end + gap + moreWidth <= space).length;
}

/** Returns how many children of a row fit, `gap` pixels apart. Until that is known, all are drawn and measured. */
export function useFitting(gap: number): { row: RefObject<HTMLElement | null>; shown: number } {
  const row = useRef<HTMLElement>(null);
  const widths = useRef<number[]>([]);
  const [shown, setShown] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = row.current!;
    if (shown === Number.POSITIVE_INFINITY)
      widths.current = [...element.children].map((child) => child.getBoundingClientRect().width);
    const place = () => setShown(fitting(widths.current, element.clientWidth, gap));
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => observer.disconnect();
  }, [shown, gap]);
  // Text widths depend on the font, which may arrive later.
  useLayoutEffect(() => {
    const measure = () => setShown(Number.POSITIVE_INFINITY);
    document.fonts.addEventListener("loadingdone", measure);
    return () => document.fonts.removeEventListener("loadingdone", measure);
  }, []);
  return { row, shown };
}
