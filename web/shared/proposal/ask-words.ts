import type { WireProposal } from "@tradewind/contract/ordering/orders.ts";
import { formatMoney } from "../../ui/money-text.tsx";

/** Why an order has to be asked for. */
export function askWords({ Why, Limit, Left }: NonNullable<WireProposal["Rule"]>): string {
  if (Why === "overLimit")
    return `It commits to more than is left of this month: ${formatMoney(Left!)} of ${formatMoney(Limit!)}.`;
  if (Why === "unpriced") return "It has no price yet that could be counted against what may be ordered in a month.";
  if (Why === "unseen") return "You are not shown what it costs, so your provider orders it for you.";
  return "Orders for this customer are approved before they are placed.";
}
