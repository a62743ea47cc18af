import { useEffect, useSyncExternalStore } from "react";

let label: string | undefined;
const listeners = new Set<() => void>();
const set = (next: string | undefined) => {
  label = next;
  for (const listener of listeners) listener();
};

/** Names the last crumb after the record on the page, once it is known. */
export function useCrumb(name: string | undefined): void {
  useEffect(() => {
    set(name);
    return () => set(undefined);
  }, [name]);
}

export const useCrumbLabel = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => label,
  );
