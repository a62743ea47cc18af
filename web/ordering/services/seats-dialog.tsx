import { counted, unitLabel } from "@tradewind/domain/catalogue/units.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox } from "../../ui/choice.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { changeWords } from "../../shared/units.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { servicePeopleQuery } from "./services.queries.ts";
import type { DialogProps } from "./subscription-action.ts";

/** Changes a quantity. More is charged now and has a window of its own; fewer are returned while a window is open, otherwise at the end of the term, and say who loses theirs. */
export function SeatsDialog({ service, subscription, onAction, onClose }: DialogProps) {
  const [quantity, setQuantity] = useState(subscription.Quantity);
  const [valid, setValid] = useState(true);
  const unit = subscription.Unit;
  const more = valid ? quantity - subscription.Quantity : 0;
  const people = useQuery({ ...servicePeopleQuery(service.Id), enabled: more < 0 }).data;
  const held = (people?.Subscriptions.find(({ Id }) => Id === subscription.Id)?.People ?? []).filter(
    ({ State }) => State !== "refused",
  );
  /** How many people have to lose theirs. */
  const losing = more < 0 ? Math.max(0, held.length - quantity) : 0;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const ending = chosen.slice(0, losing);
  return (
    <ChangeDialog
      service={service}
      title={changeWords(unit)}
      subtitle={subscription.Name}
      change={
        more === 0 || ending.length < losing
          ? undefined
          : {
              Kind: "setQuantity",
              Targets: [
                { Key: subscription.Id, Quantity: quantity, ...(ending.length > 0 ? { Ending: [...ending] } : {}) },
              ],
            }
      }
      action={
        more === 0 ? changeWords(unit) : more > 0 ? `Add ${counted(more, unit)}` : `Return ${counted(-more, unit)}`
      }
      danger={more < 0}
      waiting={
        more === 0
          ? "Change the number to see the charge or credit."
          : "Choose who loses theirs to see the charge or credit."
      }
      done={`${subscription.Name} is changing to ${counted(quantity, unit)}`}
      onSchedule={() => onAction({ kind: "schedule", id: subscription.Id, quantity, outcome: "renew" })}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <NumberField
          label={unitLabel(unit)}
          value={quantity}
          present={subscription.Quantity}
          min={1}
          onValue={setQuantity}
          onValid={setValid}
        />
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
      {losing > 0 && (
        <fieldset className="grid max-h-60 gap-2 overflow-y-auto p-0.5">
          <legend className="mb-1.5 text-sm font-medium">
            {losing === 1
              ? `${held.length} people have one: choose who loses theirs`
              : `${held.length} people have one: choose the ${losing} who lose theirs`}
          </legend>
          {held.map(({ PersonId, Name, Email }) => (
            <Checkbox
              key={PersonId}
              label={Name}
              hint={Email}
              checked={ending.includes(PersonId)}
              disabled={!ending.includes(PersonId) && ending.length >= losing}
              onChange={({ target }) =>
                setChosen(target.checked ? [...ending, PersonId] : ending.filter((id) => id !== PersonId))
              }
            />
          ))}
        </fieldset>
      )}
    </ChangeDialog>
  );
}
