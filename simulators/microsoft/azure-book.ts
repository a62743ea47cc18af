import type { Collection, Store } from "../kit/store.ts";

/** An Azure subscription: whose it is from which day on, its first day and the first that it does not have. */
export type AzureSubscription = {
  id: string;
  name: string;
  status: "Active" | "Disabled";
  currency: "GBP" | "EUR";
  size: number;
  opened: string;
  ended?: string;
  holders: { customerId: string; from: string }[];
};

/** What was used in Azure: of which plan, and what it costs, in ten-thousandths. */
export type AzureUse = { plan: string; name: string; group: string; resource: string; cost: number };

export type AzureBook = {
  subscriptions: Collection<AzureSubscription>;
  /** By how much a day of a subscription, or of something in it, differs from what it would have cost. */
  days: Collection<{ id: string; factor: number }>;
};

export const openAzureBook = (store: Store): AzureBook => ({
  subscriptions: store.collection("azureSubscriptions"),
  days: store.collection("azureDays"),
});
