import { useSyncExternalStore } from "react";

/** Small is up to 767 px, medium 768 to 1023, large from 1024. */
export const widths = {
  phone: "(max-width: 767.98px)",
  large: "(min-width: 1024px)",
  wide: "(min-width: 1280px)",
} as const;

const known = new Map<string, MediaQueryList>();
const list = (query: string) => {
  let media = known.get(query);
  if (!media) known.set(query, (media = matchMedia(query)));
  return media;
};

/** Milliseconds without resizing before the layout follows. */
export const resizeDelay = 200;

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = list(query);
      let timer: ReturnType<typeof setTimeout>;
      const later = () => {
        clearTimeout(timer);
        timer = setTimeout(changed, resizeDelay);
      };
      media.addEventListener("change", later);
      return () => {
        clearTimeout(timer);
        media.removeEventListener("change", later);
      };
    },
    () => list(query).matches,
  );
}
