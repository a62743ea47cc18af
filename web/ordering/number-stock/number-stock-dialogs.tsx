import { numberStock, type NumberRange } from "@tradewind/contract/ordering/number-stock.ts";
import { useId, useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Select } from "../../ui/choice.tsx";
import { ConfirmDialog, TaskDialog } from "../../ui/dialog.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";

const refreshes = ["number-stock"];
const countries = [
  { value: "GB", label: "United Kingdom" },
  { value: "IE", label: "Ireland" },
] as const;

/** Takes a range of numbers into stock; what cannot be is said on its field. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [country, setCountry] = useState<"GB" | "IE">("GB");
  const [area, setArea] = useState("");
  const [first, setFirst] = useState("");
  const [count, setCount] = useState(100);
  const write = useWrite(numberStock.add, {
    refreshes,
    shown: true,
    onDone: (range) => (toast(`${range.Numbers} are in stock`), onClose()),
  });
  const fields = write.error?.fields ?? {};
  return (
    <TaskDialog
      title="Add a range"
      subtitle="Telephone numbers that follow each other"
      size="small"
      form={id}
      action="Add range"
      busy={write.isPending}
      onClose={onClose}
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          write.mutate({ body: { Country: country, AreaCode: area.trim(), First: first.trim(), Count: count } });
        }}
      >
        {write.error && Object.keys(fields).length === 0 && (
          <Alert type="error" live>
            {write.error.message}
          </Alert>
        )}
        <Select
          label="Country"
          value={country}
          choices={countries}
          onChange={({ target }) => setCountry(target.value === "IE" ? "IE" : "GB")}
        />
        <TextField
          label="Area code"
          hint={country === "IE" ? "As in 01 for Dublin" : "As in 0117 for Bristol"}
          maxLength={6}
          inputMode="tel"
          value={area}
          error={fields["AreaCode"]}
          onChange={({ target }) => setArea(target.value)}
        />
        <TextField
          label="First number"
          hint="With its area code"
          maxLength={20}
          inputMode="tel"
          value={first}
          error={fields["First"]}
          onChange={({ target }) => setFirst(target.value)}
        />
        <NumberField
          label="How many"
          hint="In tens"
          min={10}
          max={100_000}
          step={10}
          value={count}
          error={fields["Count"]}
          onValue={setCount}
        />
      </form>
    </TaskDialog>
  );
}

/** Withdraws a range that is free as a whole. */
export function WithdrawDialog({ range, onClose }: { range: NumberRange; onClose: () => void }) {
  const write = useWrite(numberStock.withdraw, {
    refreshes,
    shown: true,
    onDone: () => (toast(`${range.Numbers} were withdrawn`), onClose()),
  });
  return (
    <ConfirmDialog
      title="Withdraw this range?"
      action="Withdraw"
      danger
      busy={write.isPending}
      onConfirm={() => write.mutate({ params: { numberRangeId: range.Id } })}
      onClose={onClose}
    >
      {write.error && (
        <Alert type="error" live>
          {write.error.message}
        </Alert>
      )}
      <p>
        {range.Numbers} leave the stock of {range.AreaCode}. Orders get none of them any more.
      </p>
    </ConfirmDialog>
  );
}
