import type { JourneyField } from "@tradewind/contract/ordering/journey-fields.ts";
import { Checkbox, Select } from "../ui/choice.tsx";
import { DateField } from "../ui/date-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import type { FieldValue } from "./field-answers.ts";

type Props = {
  fields: readonly JourneyField[];
  values: Readonly<Record<string, FieldValue>>;
  problems: Readonly<Record<string, string>>;
  onValue: (name: string, value: FieldValue) => void;
};

/** Draws a step's fields as the server describes them. */
export function StepFields({ fields, values, problems, onValue }: Props) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {fields.map((field) => (
        <StepField
          key={field.Name}
          field={field}
          value={values[field.Name] ?? null}
          problem={problems[field.Name]}
          onValue={(value) => onValue(field.Name, value)}
        />
      ))}
    </div>
  );
}

type FieldProps = {
  field: JourneyField;
  value: FieldValue;
  problem: string | undefined;
  onValue: (value: FieldValue) => void;
};

function StepField({ field, value, problem, onValue }: FieldProps) {
  const shared = { name: field.Name, label: field.Label, error: problem };
  const worded = { ...shared, hint: field.Help ?? undefined, optional: !field.Required };
  if (field.Type === "checkbox")
    return (
      <div className="md:col-span-2">
        <Checkbox
          {...shared}
          hint={field.Help}
          checked={value === true}
          onChange={(event) => onValue(event.target.checked)}
        />
      </div>
    );
  const text = value === null ? "" : String(value);
  if (field.Type === "select")
    return (
      <Select
        {...worded}
        value={text}
        placeholder={field.Default === null ? "Choose" : undefined}
        choices={field.Options.map(({ Value, Label }) => ({ value: Value, label: Label }))}
        onChange={(event) => onValue(event.target.value)}
      />
    );
  if (field.Type === "date")
    return <DateField {...worded} value={text} min={field.Earliest} max={field.Latest} onValue={onValue} />;
  return (
    <TextField
      {...worded}
      type={field.Type === "email" ? "email" : "text"}
      inputMode={field.Type === "number" ? "numeric" : undefined}
      autoComplete="off"
      value={text}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}
