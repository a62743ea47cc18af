import { cloneElement, useId, useRef, type ReactElement } from "react";
import { place } from "./popover.ts";

type Target = { "aria-describedby"?: string };

/** Shows a few words beside something focusable, on hover and focus; hidden by Escape. */
export function Tooltip({ text, children }: { text: string; children: ReactElement<Target> }) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const show = () => {
    if (!panel.current || panel.current.matches(":popover-open")) return;
    panel.current.showPopover();
    place(anchor.current!, panel.current, "start");
  };
  const hide = () => panel.current?.hidePopover();
  return (
    <span
      ref={anchor}
      className="inline-flex"
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={(event) => event.key === "Escape" && hide()}
    >
      {cloneElement(children, { "aria-describedby": id })}
      <span
        ref={panel}
        id={id}
        role="tooltip"
        popover="manual"
        className="popover max-w-72 bg-inverse! px-2.5! py-1.5! text-sm text-on-inverse!"
      >
        {text}
      </span>
    </span>
  );
}
