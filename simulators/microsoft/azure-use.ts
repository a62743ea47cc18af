/** What Azure's subscriptions used, as the invoice of a month bills it: cell by cell what Cost Management tells of its days. */
import { billMonthOf, isoDay } from "./billing.ts";
import { cellsOf, chance, type Costed, daysBetween, holderOn } from "./spend.ts";
import type { AzureSubscription } from "./azure-book.ts";
import type { MicrosoftState } from "./state.ts";
import { addMonths } from "./terms.ts";

const dayMs = 86_400_000;
/** Months before the one that is billed whose days are still corrected. */
const correctedMonths = 2;

const keyOf = (parts: { subscriptionId: string; day: string; resource: string; meterName: string }) =>
  [parts.subscriptionId, parts.day, parts.resource, parts.meterName].join(" ");

/** Has all billed that was used until the end of a month and is not billed yet: of days that were corrected since, the difference. */
export function useAzure(state: MicrosoftState, month: number): void {
  const until = addMonths(month, 1, 1);
  const billed = new Map<string, number>();
  for (const { subscriptionId, at, meterName, azure } of state.used.values()) {
    if (!azure) continue;
    const key = keyOf({ subscriptionId, day: isoDay(at), resource: azure.resource, meterName });
    billed.set(key, (billed.get(key) ?? 0) + azure.cost);
  }
  const first = isoDay(addMonths(month, -correctedMonths, 1));
  for (const subscription of state.azure.subscriptions.values())
    for (const day of daysBetween({ from: first, to: isoDay(until - dayMs) }))
      for (const cell of cellsOf(state, subscription, day)) {
        const key = keyOf({ subscriptionId: subscription.id, day, resource: cell.resource, meterName: cell.meter });
        use(state, subscription, cell, cell.cost - (billed.get(key) ?? 0));
      }
  if (state.azure.subscriptions.values().some(({ ended }) => ended === undefined || Date.parse(ended) > until))
    billMonthOf(state, until);
}

/** Of a cost in ten-thousandths; a meter's price is its own, and its quantity what that makes of the cost. */
function use(
  state: MicrosoftState,
  { id: subscriptionId, name, currency }: AzureSubscription,
  cell: Costed,
  cost: number,
) {
  if (cost === 0) return;
  const id = state.newId();
  const customerId = holderOn(cell.subscription, cell.day)!;
  const unitPrice = Math.round(100 + chance(cell.meter) * 2_000) / 10_000;
  state.used.put(id, {
    id,
    subscriptionId,
    customerId,
    at: Date.parse(cell.day),
    meterId: numberOf("meter", cell.meter),
    meterName: cell.meter,
    unit: "1 Hour",
    quantity: Number((cost / 10_000 / unitPrice).toFixed(8)),
    unitPrice,
    currency,
    azure: { plan: numberOf("plan", customerId), name, group: cell.group, resource: cell.resource, cost },
  });
}

/** The number of a meter, or of a customer's plan: always the same. */
function numberOf(...of: [string, string]): string {
  const hex = [1, 2, 3, 4].map((part) =>
    Math.floor(chance(...of, String(part)) * 2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  );
  return /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex.join(""))!.slice(1).join("-");
}
