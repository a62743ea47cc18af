import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { currentActivity, watchActivity } from "../platform/activity.ts";

/** Milliseconds for which the loader stays once it is shown. */
export const loaderMinimum = 1000;

const blocked = ["click", "dblclick", "submit", "pointerdown", "keydown", "beforeinput"] as const;
const passing = new Set(["Tab", "Shift", "Control", "Alt", "Meta"]);

/** Shows a bar at the top while a request takes long; a write also blocks every press until it is answered. */
export function Loader() {
  const { writes, slow } = useSyncExternalStore(watchActivity, currentActivity);
  const [held, setHeld] = useState(false);
  const shown = slow > 0 || held;
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!shown) return;
    bar.current?.showPopover();
    setHeld(true);
    let timer: ReturnType<typeof setTimeout>;
    // The minimum counts from the frame that paints the bar.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(setHeld, loaderMinimum, false);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
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
