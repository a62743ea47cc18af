import { isSeat } from "@tradewind/domain/catalogue/units.ts";
import { useState } from "react";
import { NumberField } from "../../ui/number-field.tsx";
import { changeWords, counted, unitLabel } from "../../shared/units.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import type { DialogProps } from "./subscription-action.ts";

/** More seats: charged now, in a window of their own. Fewer: given back while a window is open, otherwise at the end of the term. */
export function SeatsDialog({ service, subscription, onAction, onClose }: DialogProps) {
  const [quantity, setQuantity] = useState(subscription.Quantity);
  // What a person holds is a seat in these words, whatever the vendor calls it.
  const unit = isSeat(subscription.Unit) ? "Seat" : subscription.Unit;
  const more = quantity - subscription.Quantity;
  return (
    <ChangeDialog
      service={service}
      title={changeWords(unit)}
      subtitle={subscription.Name}
      change={more === 0 ? undefined : { Kind: "setQuantity", Targets: [{ Key: subscription.Id, Quantity: quantity }] }}
      action={
        more === 0 ? changeWords(unit) : more > 0 ? `Add ${counted(more, unit)}` : `Give back ${counted(-more, unit)}`
      }
      danger={more < 0}
      waiting="Choose another number to see what it costs or gives back."
      done={`${subscription.Name} changes to ${quantity.toLocaleString("en-GB")}`}
      onSchedule={() => onAction({ kind: "schedule", id: subscription.Id, quantity, outcome: "renew" })}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <NumberField label={unitLabel(unit)} value={quantity} min={1} onValue={setQuantity} />
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
