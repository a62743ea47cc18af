import type { AzureBudgets } from "@tradewind/contract/ordering/azure-budgets.ts";

export type Budget = AzureBudgets["Items"][number];
/** A customer's Azure subscriptions, by their names and ids. */
export type Subscriptions = readonly { Text: string; Value: string }[];

/** Null stands for all subscriptions of a customer. */
export const nameOfBudget = (subscriptions: Subscriptions, id: string | null): string =>
  id === null ? "All of Azure" : (subscriptions.find(({ Value }) => Value === id)?.Text ?? "A subscription");
