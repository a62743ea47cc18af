let pressed = false;
globalThis.addEventListener?.("pointerdown", () => (pressed = true), true);
for (const end of ["pointerup", "pointercancel"]) globalThis.addEventListener?.(end, () => (pressed = false), true);

/**
 * Runs a field's validation after the press that left the field: a message appearing during the press would move its
 * target from under the pointer, and the press would be lost.
 */
export function afterPress(run: () => unknown): void {
  if (!pressed) return void run();
  addEventListener("pointerup", () => setTimeout(run), { once: true });
}
