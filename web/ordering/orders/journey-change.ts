import type { Journey, WireChange } from "@tradewind/contract/ordering/orders.ts";
import type { Wanted } from "../../shared/proposal/use-proposal.ts";
import { itemsOf, type Answers, type FieldValue } from "./journey-answers.ts";
import { drawSteps } from "./journey-steps.ts";

/** Returns the requested change; undefined if the answers change nothing. */
export function changeOf(journey: Journey, answers: Answers): WireChange | undefined {
  if (journey.Action === "Delete") {
    const keys = journey.Subscriptions.filter((each) => each.Status !== "cancelled").map((each) => each.Id);
    return keys.length > 0 ? { Kind: "cancel", Keys: keys } : undefined;
  }
  const targets = Object.entries(answers.quantities).map(([Key, Quantity]) => ({ Key, Quantity }));
  if (targets.length > 0) return { Kind: "setQuantity", Targets: targets };
  if (answers.lines.length === 0) return undefined;

  const items = itemsOf(journey);
  const keyOf = new Map(answers.lines.map((line, at) => [line.sku, `line-${at + 1}`]));
  return {
    Kind: "add",
    Lines: answers.lines.map((line) => ({
      Key: keyOf.get(line.sku)!,
      OfferId: line.offerId,
      Quantity: line.quantity,
      AddOnTo: carrierOf(journey, items.get(line.sku)?.NeedsOneOf ?? [], keyOf),
    })),
    DeliveryOption: answers.delivery,
  };
}

/** Returns the line, or else the existing subscription, that an add-on belongs to. */
function carrierOf(journey: Journey, needs: readonly string[], keyOf: ReadonlyMap<string, string>): string | null {
  const chosen = needs.find((sku) => keyOf.has(sku));
  if (chosen) return keyOf.get(chosen)!;
  return journey.Subscriptions.find((each) => each.Status !== "cancelled" && needs.includes(each.Sku))?.Id ?? null;
}

/** Returns the fields of the visible steps as they are sent: empty is null, numbers are numbers. */
export function detailsOf(journey: Journey, answers: Answers): Record<string, FieldValue> {
  const steps = drawSteps(journey, answers).filter((step) => !step.hidden);
  const form = steps.some((step) => step.FormId !== null) ? Object.entries(answers.form) : [];
  return Object.fromEntries([
    ...form.map(([name, value]) => [name, typeof value === "string" ? value.trim() || null : value]),
    ...steps
      .flatMap((step) => step.Fields)
      .map((field) => {
        const value = answers.fields[field.Name] ?? null;
        if (typeof value === "string") {
          const text = value.trim();
          return [field.Name, text === "" ? null : field.Type === "number" ? Number(text) : text];
        }
        return [field.Name, value];
      }),
  ]);
}

/** Returns the body of a proposal, which asks only for the price, or with the details that of an order. */
export function wantedOf(
  journey: Journey,
  change: WireChange,
  userId: string | undefined,
  details?: Record<string, FieldValue>,
): Wanted {
  return {
    CustomerId: journey.Customer.Id,
    ProductId: journey.ProductId,
    InstanceId: journey.InstanceId,
    UserId: userId ?? null,
    ...(details ? { Details: details } : {}),
    Change: change,
  };
}
