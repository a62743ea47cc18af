import { useSyncExternalStore } from "react";

/** The customer, product and plan (by SKU) to add, as far as known; the person chooses the rest. */
export type AddProductRequest = {
  customerId?: string;
  customerName?: string;
  userId?: string;
  productId?: string;
  plan?: string;
};

let request: AddProductRequest | undefined;
const listeners = new Set<() => void>();
const set = (next: AddProductRequest | undefined) => {
  request = next;
  for (const listener of listeners) listener();
};

/** Opens the select-service popup from anywhere; the shell shows it. */
export const openAddProduct = (wanted: AddProductRequest = {}): void => set(wanted);
export const closeAddProduct = (): void => set(undefined);

export const useAddProductRequest = (): AddProductRequest | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => request,
  );
