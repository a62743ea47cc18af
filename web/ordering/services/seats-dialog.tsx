import { useState } from "react";
import { NumberField } from "../../ui/text-field.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import type { DialogProps } from "./subscription-action.ts";

const counted = (count: number, verb: string) =>
  `${verb} ${count.toLocaleString("en-GB")} ${count === 1 ? "seat" : "seats"}`;

/** More seats: charged now, in a window of their own. Fewer: given back while a window is open, otherwise at the end of the term. */
export function SeatsDialog({ service, subscription, onAction, onClose }: DialogProps) {
  const [quantity, setQuantity] = useState(subscription.Quantity);
  const more = quantity - subscription.Quantity;
  return (
    <ChangeDialog
      service={service}
      title="Change seats"
      subtitle={subscription.Name}
      change={more === 0 ? undefined : { Kind: "setQuantity", Targets: [{ Key: subscription.Id, Quantity: quantity }] }}
      action={more === 0 ? "Change seats" : more > 0 ? counted(more, "Add") : counted(-more, "Give back")}
      danger={more < 0}
      waiting="Choose another number to see what it costs or gives back."
      done={`${subscription.Name} changes to ${quantity.toLocaleString("en-GB")}`}
      onSchedule={() => onAction({ kind: "schedule", id: subscription.Id, quantity, outcome: "renew" })}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <NumberField label="Seats" value={quantity} min={1} onValue={setQuantity} />
        <p className="figures pb-2 text-muted">
          Now {subscription.Quantity.toLocaleString("en-GB")}
          {more !== 0 && (
            <>
              ,{" "}
              <strong className="font-medium text-ink">
                {more > 0 ? `${more.toLocaleString("en-GB")} more` : `${(-more).toLocaleString("en-GB")} fewer`}
              </strong>
            </>
          )}
        </p>
      </div>
    </ChangeDialog>
  );
}
