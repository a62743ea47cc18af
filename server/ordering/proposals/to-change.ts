import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import type { Change, TermEnd } from "@tradewind/domain/pricing/pricing-types.ts";
import type { DecimalString } from "@tradewind/domain/values/decimal.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { AppError } from "../../platform/app-error.ts";
import type { DeliveryOption } from "../../catalogue/offers/offers.store.ts";
import { attributesOf, changedAttributes, type GivenAttributes } from "../journeys/line-attributes.reads.ts";

/** Converts a change as it is sent for the rules. */
export function toChange(
  { Change: change, agreedPrices }: { Change: WireChange; agreedPrices?: ReadonlyMap<string, DecimalString> },
  options: readonly DeliveryOption[],
  extension: (key: string) => string,
  attributes: readonly GivenAttributes[],
): Change {
  switch (change.Kind) {
    case "add": {
      const wanted = change.DeliveryOption ?? null;
      const delivery = options.find(({ id }) => id === wanted) ?? null;
      if (wanted !== null && !delivery)
        throw new AppError("invalidRequest", { fields: { "Change.DeliveryOption": messages.notOffered } });
      return {
        kind: "add",
        lines: change.Lines.map((line, index) => ({
          key: line.Key,
          offerId: line.OfferId,
          quantity: line.Quantity,
          addOnTo: line.AddOnTo ?? null,
          termUntil: line.TermUntil ?? null,
          attributes: attributesOf(attributes[index]!),
          agreedPrice: agreedPrices?.get(line.Key) ?? null,
        })),
        delivery: delivery && { description: delivery.description, cost: delivery.cost },
      };
    }
    case "setQuantity":
      return {
        kind: "setQuantity",
        targets: change.Targets.map((target) => ({
          key: target.Key,
          quantity: target.Quantity,
          ending: target.Ending,
        })),
      };
    case "setAttributes":
      return {
        kind: "setAttributes",
        targets: change.Targets.map((target, index) => ({
          key: target.Key,
          attributes: changedAttributes(attributes[index]!),
        })),
      };
    case "schedule":
      return {
        kind: "schedule",
        targets: change.Targets.map((target) => ({
          key: target.Key,
          termEnd: termEndOf(target, extension),
        })),
      };
    case "upgrade":
      return {
        kind: "upgrade",
        targets: change.Targets.map((target) => ({
          key: target.Key,
          offerId: target.OfferId,
          quantity: target.Quantity,
          toKey: target.ToKey ?? null,
        })),
      };
    case "newTerm":
      return {
        kind: "newTerm",
        targets: change.Targets.map((target) => ({
          key: target.Key,
          offerId: target.OfferId,
          quantity: target.Quantity ?? null,
        })),
      };
    case "billing":
      return {
        kind: "billing",
        targets: change.Targets.map((target) => ({ key: target.Key, offerId: target.OfferId })),
      };
    case "assign":
    case "unassign":
      return { kind: change.Kind, targets: change.Targets.map(({ Key, People }) => ({ key: Key, people: People })) };
    case "move":
      return { kind: "move", targets: change.Targets.map(({ Key, From, To }) => ({ key: Key, from: From, to: To })) };
    case "cancel":
      return { kind: "cancel", keys: change.Keys };
  }
}

type Wish = Extract<WireChange, { Kind: "schedule" }>["Targets"][number];

function termEndOf(
  { Key, Outcome: outcome, OfferId, Quantity, Until }: Wish,
  extension: (key: string) => string,
): TermEnd {
  if (outcome === "cancel") return { outcome };
  if (outcome === "extend") return { outcome, offerId: extension(Key) };
  return { outcome, offerId: OfferId ?? null, quantity: Quantity ?? null, ...(Until ? { until: Until } : {}) };
}
