import { useSyncExternalStore } from "react";

let open = false;
const listeners = new Set<() => void>();

/** Opens or closes the command palette from anywhere; the shell shows it. */
export function showPalette(next: boolean): void {
  if (next === open) return;
  open = next;
  for (const listener of listeners) listener();
}

export const usePaletteOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => open,
  );
