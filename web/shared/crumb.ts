import { useEffect, useSyncExternalStore } from "react";

/** What the record on the page is called, and the one it belongs to. */
type Names = { label?: string; above?: string };
const unnamed: Names = {};
let names = unnamed;
const listeners = new Set<() => void>();
const set = (next: Names) => {
  names = next;
  for (const listener of listeners) listener();
};

/** Names the last crumb after the record on the page, and the one before it after what it belongs to, once they are known. */
export function useCrumb(label: string | undefined, above?: string): void {
  useEffect(() => {
    set({ label, above });
    return () => set(unnamed);
  }, [label, above]);
}

export const useCrumbNames = (): Names =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => names,
  );
