let pressed = false;
globalThis.addEventListener?.("pointerdown", () => (pressed = true), true);
for (const end of ["pointerup", "pointercancel"]) globalThis.addEventListener?.(end, () => (pressed = false), true);

/**
 * Runs what a field says once it is left, after the press that left it: a message that appeared in the middle of the
 * press would move what is being pressed from under the pointer, and the press would be lost.
 */
export function afterPress(run: () => unknown): void {
  if (!pressed) return void run();
  addEventListener("pointerup", () => setTimeout(run), { once: true });
}
