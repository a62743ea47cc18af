import { useEffect, useSyncExternalStore } from "react";

/** The name of the record on the page, and of its parent. */
type Names = { label?: string; above?: string };
const unnamed: Names = {};
let names = unnamed;
const listeners = new Set<() => void>();
const set = (next: Names) => {
  names = next;
  for (const listener of listeners) listener();
};

/** Names the last crumb after the record on the page, and the one before it after its parent, once they are known. */
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
