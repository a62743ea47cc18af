import type { Journey, WireChange } from "@tradewind/contract/ordering/orders.ts";
import type { Wanted } from "../../shared/proposal/use-proposal.ts";
import { sentAnswers, type FieldValue } from "../../shared/field-answers.ts";
import { itemsOf, type Answers, type GoingUp } from "./journey-answers.ts";
import { voiceChangeOf } from "./voice-service.ts";
import { drawSteps } from "./journey-steps.ts";

/** Returns the requested change without what its lines are asked, which no price depends on; undefined if nothing changes. */
export function changeOf(journey: Journey, answers: Answers): WireChange | undefined {
  if (journey.Action === "Delete") {
    const keys = journey.Subscriptions.filter((each) => each.Status !== "cancelled").map((each) => each.Id);
    return keys.length > 0 ? { Kind: "cancel", Keys: keys } : undefined;
  }
  const targets = Object.entries(answers.quantities).map(([Key, Quantity]) => ({ Key, Quantity }));
  if (targets.length > 0) return { Kind: "setQuantity", Targets: targets };
  const lines = [...answers.lines, ...answers.sites];
  if (lines.length === 0) return undefined;
  const ofVoice = voiceChangeOf(journey, answers);
  if (ofVoice) return ofVoice;

  const items = itemsOf(journey);
  const keyOf = new Map(answers.lines.map((line, at) => [line.sku, `line-${at + 1}`]));
  return {
    Kind: "add",
    Lines: lines.map((line, at) => ({
      Key: `line-${at + 1}`,
      OfferId: line.offerId,
      Quantity: line.quantity,
      AddOnTo: carrierOf(journey, items.get(line.sku)?.NeedsOneOf ?? [], keyOf),
      ...(line.termUntil ? { TermUntil: line.termUntil } : {}),
    })),
    DeliveryOption: answers.delivery,
  };
}

/** Adds to a change what its lines are asked. */
export function withAttributes(journey: Journey, change: WireChange, answers: Answers): WireChange {
  if (change.Kind !== "add") return change;
  const items = itemsOf(journey);
  const lines = [...answers.lines, ...answers.sites];
  return {
    ...change,
    Lines: change.Lines.map((line, at) => {
      const { sku, attributes } = lines[at]!;
      return { ...line, Attributes: sentAnswers(items.get(sku)!.Attributes, attributes) };
    }),
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
  return {
    ...Object.fromEntries(
      form.map(([name, value]) => [name, typeof value === "string" ? value.trim() || null : value]),
    ),
    ...sentAnswers(
      steps.flatMap((step) => step.Fields),
      answers.fields,
    ),
  };
}

/** Returns the body of a proposal, which asks only for the price, or with the details that of an order. */
export function wantedOf(
  journey: Journey,
  change: WireChange,
  { userId, goingUp }: { userId?: string | undefined; goingUp?: GoingUp | undefined },
  details?: Record<string, FieldValue>,
): Wanted {
  return {
    CustomerId: journey.Customer.Id,
    ProductId: journey.ProductId,
    InstanceId: journey.InstanceId,
    UserId: userId ?? null,
    ...(goingUp ? { UpgradeOf: goingUp.from } : {}),
    ...(details ? { Details: details } : {}),
    Change: change,
  };
}
