import { useState } from "react";
import { defaultsOf, faultsOfFields, sentAnswers } from "../../shared/field-answers.ts";
import { StepFields } from "../../shared/step-fields.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import type { DialogProps } from "./subscription-action.ts";

/** Changes the answers to what an offer asks of each line, as far as they can be changed. */
export function DetailsDialog({ service, subscription, onClose }: DialogProps) {
  const fields = subscription.Editable;
  const [answers, setAnswers] = useState(() => defaultsOf(fields));
  const problems = faultsOfFields(fields, answers);
  const [present, wanted] = [sentAnswers(fields, defaultsOf(fields)), sentAnswers(fields, answers)];
  const changed = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => value !== present[name]));
  const isReady = Object.keys(changed).length > 0 && Object.keys(problems).length === 0;
  return (
    <ChangeDialog
      service={service}
      title="Change details"
      subtitle={subscription.Name}
      change={isReady ? { Kind: "setAttributes", Targets: [{ Key: subscription.Id, Attributes: changed }] } : undefined}
      action="Change details"
      waiting="Change a detail to see what follows."
      done={`The details of ${subscription.Name} are changing`}
      onClose={onClose}
    >
      <StepFields
        fields={fields}
        values={answers}
        problems={problems}
        onValue={(name, value) => setAnswers({ ...answers, [name]: value })}
      />
    </ChangeDialog>
  );
}
