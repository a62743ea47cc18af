import { counted, unitLabel } from "@tradewind/domain/catalogue/units.ts";
import { useState } from "react";
import { NumberField } from "../../ui/number-field.tsx";
import { changeWords } from "../../shared/units.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import type { DialogProps } from "./subscription-action.ts";

/** Changes a quantity. More is charged now and has a window of its own; fewer are returned while a window is open, otherwise at the end of the term. */
export function SeatsDialog({ service, subscription, onAction, onClose }: DialogProps) {
  const [quantity, setQuantity] = useState(subscription.Quantity);
  const [valid, setValid] = useState(true);
  const unit = subscription.Unit;
  const more = valid ? quantity - subscription.Quantity : 0;
  return (
    <ChangeDialog
      service={service}
      title={changeWords(unit)}
      subtitle={subscription.Name}
      change={more === 0 ? undefined : { Kind: "setQuantity", Targets: [{ Key: subscription.Id, Quantity: quantity }] }}
      action={
        more === 0 ? changeWords(unit) : more > 0 ? `Add ${counted(more, unit)}` : `Return ${counted(-more, unit)}`
      }
      danger={more < 0}
      waiting="Change the number to see the charge or credit."
      done={`${subscription.Name} is changing to ${counted(quantity, unit)}`}
      onSchedule={() => onAction({ kind: "schedule", id: subscription.Id, quantity, outcome: "renew" })}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <NumberField label={unitLabel(unit)} value={quantity} min={1} onValue={setQuantity} onValid={setValid} />
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
