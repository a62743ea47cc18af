import { useSyncExternalStore } from "react";

let open = false;
const listeners = new Set<() => void>();
const set = (next: boolean) => {
  open = next;
  for (const listener of listeners) listener();
};

/** Opens the list of the person's companies from anywhere; the shell shows it. */
export const openCompanies = (): void => set(true);
export const closeCompanies = (): void => set(false);

export const useCompaniesOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => open,
  );
