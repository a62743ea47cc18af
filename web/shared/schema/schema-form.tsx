import { afterPress } from "../../platform/press.ts";
import {
  affected,
  type FormField,
  type FormShape,
  type FormValue,
  type FormValues,
} from "@tradewind/domain/catalogue/forms.ts";
import { lazy, Suspense } from "react";
import { Checkbox, Select } from "../../ui/choice.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { PasswordField, TextField } from "../../ui/text-field.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";

const SanitisedHtml = lazy(async () => ({ default: (await import("./sanitised-html.tsx")).SanitisedHtml }));

type Props = {
  shape: FormShape;
  values: FormValues;
  /** Errors by field; only those to be shown already. */
  problems: Readonly<Record<string, string>>;
  onValue: (name: string, value: FormValue) => void;
  /** Called when a field is left. */
  onTouched?: (name: string) => void;
  disabled?: boolean;
};

/** Draws every form that the server describes: dynamic forms and the schemas of popups alike. */
export function SchemaForm({ shape, values, problems, onValue, onTouched, disabled = false }: Props) {
  const hidden = affected(shape, values, "hide");
  const fixed = affected(shape, values, "disable");
  return (
    <div className="grid gap-4">
      {shape.fields
        .filter(({ name }) => !hidden.has(name))
        .map((field) => (
          <Part
            key={field.name}
            field={field}
            value={values[field.name] ?? null}
            problem={problems[field.name]}
            disabled={disabled || fixed.has(field.name)}
            onValue={(value) => onValue(field.name, value)}
            onTouched={() => afterPress(() => onTouched?.(field.name))}
          />
        ))}
    </div>
  );
}

type PartProps = {
  field: FormField;
  value: FormValue;
  problem: string | undefined;
  disabled: boolean;
  onValue: (value: FormValue) => void;
  onTouched: () => void;
};

function Part({ field, value, problem, disabled, onValue, onTouched }: PartProps) {
  const { label, name, kind, help, note } = field;
  const text = value === null ? "" : String(value);
  if (kind === "heading") return <h3 className="text-md [&:not(:first-child)]:mt-2">{label}</h3>;
  if (kind === "html")
    return (
      <Suspense fallback={<Skeleton className="h-10" />}>
        <SanitisedHtml html={text || label} />
      </Suspense>
    );
  if (kind === "display")
    return (
      <div className="grid gap-0.5">
        <span className="text-sm text-muted">{label}</span>
        <span className="wrap-anywhere">{text || "None"}</span>
      </div>
    );
  const shared = { name, disabled, error: problem, onBlur: onTouched };
  if (kind === "checkbox")
    return (
      <Checkbox
        {...shared}
        label={label}
        hint={note}
        checked={value === true}
        onChange={(event) => onValue(event.target.checked)}
      />
    );
  const input = {
    ...shared,
    label,
    hint: note ?? undefined,
    optional: field.whenEmpty === "accept",
    value: text,
    onChange: (event: { target: { value: string } }) => onValue(event.target.value),
  };
  const control =
    kind === "select" ? (
      <Select {...input} choices={field.options ?? []} />
    ) : kind === "password" ? (
      <PasswordField {...input} autoComplete="new-password" />
    ) : (
      <TextField
        {...input}
        type={kind === "email" ? "email" : "text"}
        inputMode={kind === "number" ? "decimal" : undefined}
        autoComplete="off"
      />
    );
  if (!help) return control;
  return (
    <div className="relative">
      {control}
      <span className="absolute top-0 right-0">
        <Tooltip text={help}>
          <button type="button" aria-label={`About ${label}`} className="grid size-6 place-items-center text-muted">
            <Icon name="help" />
          </button>
        </Tooltip>
      </span>
    </div>
  );
}
