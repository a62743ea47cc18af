import { useEffect, useRef, useState } from "react";

/** Counts presses and input, to tell which came last. */
let moment = 0;
/** When something was typed last, in whatever field. */
let typedAt = 0;
/** The last press that may have sent a form, what had the focus then, and whether it has led to a fault since. */
let press = { at: 0, focus: null as Element | null, led: true };

const notePress = () => {
  press = { at: ++moment, focus: document.activeElement, led: false };
};
/** Buttons that send nothing: they open, switch or choose something, or stand inside a field. */
const quiet = "[role], [aria-haspopup], [aria-expanded], [aria-pressed], [aria-label]";
globalThis.addEventListener?.("submit", notePress, true);
globalThis.addEventListener?.(
  "input",
  () => {
    typedAt = ++moment;
  },
  true,
);
globalThis.addEventListener?.(
  "click",
  ({ target }) => {
    const button = target instanceof Element && target.closest("button");
    if (button && !button.matches(quiet)) notePress();
  },
  true,
);

/** Puts the focus on the first fault of a form, once for each press, unless the person is elsewhere or types meanwhile. */
function leadTo(fault: Element): void {
  if (press.led) return;
  press.led = true;
  if (typedAt > press.at) return;
  const { focus } = press;
  requestAnimationFrame(() => {
    const active = document.activeElement;
    if (active !== focus && active !== document.body) return;
    const form = fault.closest("form, [role=dialog], main") ?? document.body;
    if (!active?.matches("[aria-invalid=true]")) form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  });
}

/**
 * What a field says is wrong with it. A fault that a press brought goes as the field is changed, until the next press, and
 * the first of them gets the focus; one that the field finds itself while somebody types stays as long as it is true.
 * `watch` belongs on the element around the control.
 */
export function useFault<Around extends HTMLElement>(error: string | undefined) {
  const around = useRef<Around>(null);
  const changedAt = useRef(0);
  const isPressed = useRef(false);
  const [gone, setGone] = useState<{ error: string; at: number }>();
  const { at } = press;
  useEffect(() => {
    isPressed.current = error !== undefined && at > changedAt.current;
    if (isPressed.current && around.current) leadTo(around.current);
  }, [error, at]);
  const onInput = () => {
    changedAt.current = ++moment;
    if (error !== undefined && isPressed.current) setGone({ error, at: press.at });
  };
  const onBlur = () => {
    changedAt.current = ++moment;
  };
  const shown = error !== undefined && gone?.error === error && gone.at === at ? undefined : error;
  return { shown, watch: { ref: around, onInput, onBlur } };
}
