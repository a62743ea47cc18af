import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";

const gap = 4;
const margin = 8;

/** Places a panel below its anchor, or above it if there is no room, always inside the window. */
export function place(anchor: Element, panel: HTMLElement, align: "start" | "end", sameWidth = false): void {
  const box = anchor.getBoundingClientRect();
  if (sameWidth) panel.style.width = `${box.width}px`;
  const { offsetWidth: width, offsetHeight: height } = panel;
  const below = innerHeight - box.bottom - gap - margin;
  const top = height <= below || box.top < below ? box.bottom + gap : box.top - gap - height;
  const left = align === "start" ? box.left : box.right - width;
  panel.style.top = `${Math.max(margin, top)}px`;
  panel.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`;
}

/**
 * Shows a panel in the browser's top layer, so that it is never clipped and works inside dialogs. The browser closes
 * `auto` panels on Escape and on a press outside.
 */
export function usePopover(align: "start" | "end" = "start", sameWidth = false) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const reposition = useShown({ open, anchor, panel, align, sameWidth });
  const onToggle = useCallback((event: { newState: string }) => setOpen(event.newState === "open"), []);
  return { open, setOpen, anchor, panel, onToggle, reposition };
}

type Elements = { anchor: RefObject<HTMLElement | null>; panel: RefObject<HTMLElement | null> };

function placeBeside({ anchor, panel }: Elements, align: "start" | "end", sameWidth: boolean): void {
  if (anchor.current && panel.current) place(anchor.current, panel.current, align, sameWidth);
}

type Shown = Elements & {
  open: boolean;
  align: "start" | "end";
  sameWidth?: boolean;
};

/** Shows and hides a panel, and keeps it beside its anchor while it is open. */
export function useShown({ open, anchor, panel, align, sameWidth = false }: Shown): () => void {
  const reposition = useCallback(
    () => placeBeside({ anchor, panel }, align, sameWidth),
    [anchor, panel, align, sameWidth],
  );

  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    if (open && !element.matches(":popover-open")) element.showPopover();
    if (!open && element.matches(":popover-open")) element.hidePopover();
    if (open) reposition();
  }, [open, panel, reposition]);

  useEffect(() => {
    if (!open) return;
    addEventListener("scroll", reposition, { capture: true, passive: true });
    addEventListener("resize", reposition);
    // The fields of a dialog move while it slides in.
    addEventListener("transitionend", reposition);
    return () => {
      removeEventListener("scroll", reposition, { capture: true });
      removeEventListener("resize", reposition);
      removeEventListener("transitionend", reposition);
    };
  }, [open, reposition]);
  return reposition;
}
