import { orderRules, type OrderRules } from "@tradewind/contract/ordering/order-rules.ts";
import type { OrderMode } from "@tradewind/domain/ordering/order-rules.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Checkbox, RadioGroup } from "../../ui/choice.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { orderRulesQuery } from "./order-rules.queries.ts";

type Props = { customerId: string; customerName: string; rules: OrderRules; onClose: () => void };

/** Sets what may be ordered for a customer without asking, unless somebody else changed it meanwhile. */
export function OrderRulesDialog({ customerId, customerName, rules, onClose }: Props) {
  const queries = useQueryClient();
  const { Currency, Spent: _spent, ...kept } = rules;
  const [draft, setDraft] = useState(kept);
  const query = orderRulesQuery(customerId);
  const save = useWrite(orderRules.save, {
    shown: true,
    onDone: (saved) => {
      queries.setQueryData(query.queryKey, saved);
      toast("Saved");
      onClose();
    },
  });
  const change = (changed: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changed }));
  const { error } = save;
  return (
    <TaskDialog
      title="Orders without asking"
      subtitle={customerName}
      size="medium"
      action="Save"
      busy={save.isPending}
      onConfirm={() =>
        save.mutate(
          { params: { customerId }, body: draft },
          { onError: ({ code }) => code === "conflict" && void queries.invalidateQueries(query) },
        )
      }
      onClose={onClose}
    >
      <div className="grid gap-6">
        {error && Object.keys(error.fields).length === 0 && (
          <Alert type="error" live>
            {error.message}
          </Alert>
        )}
        <Mode
          label={`Admins of ${customerName} order`}
          freelyHint="What they are shown no price of is still asked for."
          mode={draft.Admins}
          limit={draft.AdminsLimit}
          currency={Currency}
          onChange={(Admins, AdminsLimit) => change({ Admins, AdminsLimit })}
        />
        <Mode
          label="Your people order for it"
          mode={draft.Colleagues}
          limit={draft.ColleaguesLimit}
          currency={Currency}
          onChange={(Colleagues, ColleaguesLimit) => change({ Colleagues, ColleaguesLimit })}
        />
        <Checkbox
          label="A second person approves"
          hint="Nobody approves what they asked for themselves."
          checked={draft.SecondPerson}
          onChange={({ target }) => change({ SecondPerson: target.checked })}
        />
      </div>
    </TaskDialog>
  );
}

type ModeProps = {
  label: string;
  freelyHint?: string;
  mode: OrderMode;
  limit: number | null;
  currency: OrderRules["Currency"];
  onChange: (mode: OrderMode, limit: number | null) => void;
};

const usualLimit = 500;

const Mode = ({ label, freelyHint, mode, limit, currency, onChange }: ModeProps) => (
  <div className="grid gap-3">
    <RadioGroup
      label={label}
      value={mode}
      onValue={(next) => onChange(next, next === "limited" ? (limit ?? usualLimit) : null)}
      choices={[
        { value: "freely", label: "Freely", hint: freelyHint },
        {
          value: "limited",
          label: "Up to an amount each month",
          hint: "What orders commit to until their terms end, at this customer’s prices. The rest is asked for.",
        },
        { value: "byRequest", label: "Only by request", hint: "Everything that commits money is asked for." },
      ]}
    />
    {mode === "limited" && limit !== null && (
      <NumberField
        label={`${label.startsWith("Your") ? "Your people" : "Admins"} each month, in ${currency === "GBP" ? "pounds" : "euros"}`}
        value={limit}
        min={1}
        max={10_000_000}
        onValue={(next) => onChange("limited", next)}
      />
    )}
  </div>
);
