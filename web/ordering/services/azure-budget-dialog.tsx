import { azureBudgets, type AzureBudgets } from "@tradewind/contract/ordering/azure-budgets.ts";
import { budgetSteps, usualSteps } from "@tradewind/domain/ordering/azure-budgets.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Select } from "../../ui/choice.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { FieldError } from "../../ui/field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { azureBudgetsQuery } from "./azure-budgets.queries.ts";
import { nameOfBudget, type Budget, type Subscriptions } from "./azure-budget-names.ts";

type Props = {
  customerId: string;
  subscriptions: Subscriptions;
  /** What has no budget yet: null stands for all subscriptions. */
  free: readonly (string | null)[];
  budgets: AzureBudgets;
  /** The one to change; undefined for a new one. */
  budget: Budget | undefined;
  onClose: () => void;
};

const usualAmount = 500;
const everything = "*";

/** Sets, changes or takes away a budget, unless somebody else changed it meanwhile. */
export function BudgetDialog({ customerId, subscriptions, free, budgets, budget, onClose }: Props) {
  const queries = useQueryClient();
  const tellable = new Set(budgets.People.map(({ Id }) => Id));
  const [draft, setDraft] = useState({
    AzureSubscriptionId: budget ? budget.AzureSubscriptionId : (free[0] ?? null),
    Amount: budget?.Amount ?? usualAmount,
    Steps: budget?.Steps ?? [...usualSteps],
    Told: budget?.Told.filter((each) => tellable.has(each)) ?? [],
    Version: budget?.Version ?? 0,
  });
  const change = (changed: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changed }));
  const query = azureBudgetsQuery(customerId);
  const save = useWrite(azureBudgets.save, {
    shown: true,
    onDone: (saved) => {
      queries.setQueryData(query.queryKey, saved);
      toast("Saved");
      onClose();
    },
  });
  const send = (Amount: number | null) =>
    save.mutate(
      { params: { customerId }, body: { ...draft, Amount } },
      { onError: ({ code }) => code === "conflict" && void queries.invalidateQueries(query) },
    );
  const { error } = save;
  return (
    <TaskDialog
      title={budget ? "Change a budget" : "Set a budget"}
      subtitle={budget && nameOfBudget(subscriptions, budget.AzureSubscriptionId)}
      size="medium"
      action="Save"
      busy={save.isPending}
      onConfirm={() => send(draft.Amount)}
      onClose={onClose}
    >
      <div className="grid gap-6">
        {error && Object.keys(error.fields).length === 0 && (
          <Alert type="error" live>
            {error.message}
          </Alert>
        )}
        {!budget && (
          <Select
            label="Of"
            value={draft.AzureSubscriptionId ?? everything}
            choices={free.map((id) => ({ value: id ?? everything, label: nameOfBudget(subscriptions, id) }))}
            onChange={({ target }) =>
              change({ AzureSubscriptionId: target.value === everything ? null : target.value })
            }
          />
        )}
        <NumberField
          label={`Amount a month, in ${budgets.Currency === "GBP" ? "pounds" : "euros"}`}
          hint="At the customer’s prices"
          value={draft.Amount}
          min={1}
          max={10_000_000}
          step={50}
          error={error?.fields.Amount}
          onValue={(Amount) => change({ Amount })}
        />
        <Several
          label="Tell when this much is spent"
          choices={budgetSteps.map((step) => ({ id: step, name: `${step}%` }))}
          chosen={draft.Steps}
          error={error?.fields.Steps}
          onChange={(Steps) => change({ Steps })}
        />
        <Several
          label="Whom to tell"
          choices={budgets.People.map(({ Id, Name, OfCustomer }) => ({
            id: Id,
            name: OfCustomer ? `${Name}, of the customer` : Name,
          }))}
          chosen={draft.Told}
          error={error?.fields.Told}
          onChange={(Told) => change({ Told })}
        />
        {budget && (
          <Button
            variant="outlineDanger"
            className="justify-self-start"
            disabled={save.isPending}
            onClick={() => send(null)}
          >
            Remove this budget
          </Button>
        )}
      </div>
    </TaskDialog>
  );
}

type SeveralProps<Id> = {
  label: string;
  choices: readonly { id: Id; name: string }[];
  chosen: readonly Id[];
  error: string | undefined;
  onChange: (chosen: Id[]) => void;
};

const Several = <Id extends string | number>({ label, choices, chosen, error, onChange }: SeveralProps<Id>) => (
  <fieldset className="grid gap-1">
    <legend className="mb-1.5 text-sm font-medium">{label}</legend>
    <div className="grid max-h-60 gap-x-6 gap-y-1 overflow-y-auto md:grid-cols-2">
      {choices.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))}
        />
      ))}
    </div>
    {error && <FieldError id={`${label}-error`}>{error}</FieldError>}
  </fieldset>
);
