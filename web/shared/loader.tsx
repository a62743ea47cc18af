import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { currentActivity, watchActivity } from "../platform/activity.ts";

/** Milliseconds before a request shows the loader, and for which the loader then stays. */
export const loaderDelay = 400;
export const loaderMinimum = 1000;

const blocked = ["click", "dblclick", "submit", "pointerdown", "keydown", "beforeinput"] as const;
const passing = new Set(["Tab", "Shift", "Control", "Alt", "Meta"]);

/** Shows a bar at the top while requests take long; a write also blocks every press until it is answered. */
export function Loader() {
  const { reads, writes } = useSyncExternalStore(watchActivity, currentActivity);
  const active = reads + writes > 0;
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (active && !shown) {
      const timer = setTimeout(() => {
        since.current = performance.now();
        setShown(true);
      }, loaderDelay);
      return () => clearTimeout(timer);
    }
    if (!active && shown) {
      const timer = setTimeout(setShown, Math.max(0, since.current + loaderMinimum - performance.now()), false);
      return () => clearTimeout(timer);
    }
  }, [active, shown]);

  useEffect(() => {
    if (shown) bar.current?.showPopover();
  }, [shown]);

  useEffect(() => {
    if (writes === 0) return;
    const refuse = (event: Event) => {
      if (event instanceof KeyboardEvent && passing.has(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    document.documentElement.dataset.busy = "";
    for (const kind of blocked) addEventListener(kind, refuse, { capture: true });
    return () => {
      delete document.documentElement.dataset.busy;
      for (const kind of blocked) removeEventListener(kind, refuse, { capture: true });
    };
  }, [writes]);

  return shown ? (
    <div ref={bar} popover="manual" role="progressbar" aria-label="Loading" aria-live="polite" className="loader-bar" />
  ) : null;
}
