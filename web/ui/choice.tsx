import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes } from "react";
import { cx } from "./class-names.ts";
import { Field, FieldError, type FieldProps } from "./field.tsx";
import { useFault } from "./use-fault.ts";
import { Icon } from "./icon.tsx";

export type Choice<Value extends string = string> = {
  value: Value;
  label: string;
  hint?: ReactNode;
  disabled?: boolean;
};

type SelectProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "className"> & {
    choices: readonly Choice[];
    placeholder?: string;
    ref?: Ref<HTMLSelectElement>;
  };

export function Select({
  label,
  hint,
  error,
  optional,
  quietLabel,
  className,
  choices,
  placeholder,
  ...select
}: SelectProps) {
  return (
    <Field {...{ label, hint, error, optional, quietLabel, className }}>
      {(ids) => (
        <div className="relative">
          <select {...ids} {...select} className="control w-full appearance-none truncate pr-9!">
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value} disabled={choice.disabled}>
                {choice.label}
              </option>
            ))}
          </select>
          <Icon
            name="chevronDown"
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </Field>
  );
}

type Tick = Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  ref?: Ref<HTMLInputElement>;
};

/** A missing required tick reads `This is required` unless another message is given. */
export function Checkbox({ label, hint, error, ...input }: Tick) {
  const id = useId();
  const { shown, watch } = useFault<HTMLDivElement>(error);
  return (
    <div {...watch} className="grid gap-1">
      <label className={cx("flex items-start gap-2.5 py-0.5", input.disabled && "text-muted")}>
        <input
          type="checkbox"
          {...input}
          aria-invalid={shown ? true : undefined}
          aria-describedby={shown ? `${id}-error` : undefined}
          className="mt-[3px] size-4 shrink-0 max-md:mt-px max-md:size-5"
        />
        <span className="grid">
          <span>{label}</span>
          {hint && <span className="text-sm text-muted">{hint}</span>}
        </span>
      </label>
      {shown && <FieldError id={`${id}-error`}>{shown}</FieldError>}
    </div>
  );
}

type GroupProps<Value extends string> = {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value | undefined;
  onValue: (value: Value) => void;
  error?: string;
  quietLabel?: boolean;
  disabled?: boolean;
};

/** Shows choices one below the other, each a card with an optional explanation. */
export function RadioGroup<Value extends string>({
  label,
  choices,
  value,
  onValue,
  error,
  quietLabel,
  disabled,
}: GroupProps<Value>) {
  const name = useId();
  const { shown, watch } = useFault<HTMLFieldSetElement>(error);
  return (
    <fieldset
      {...watch}
      className="grid gap-2"
      disabled={disabled}
      aria-describedby={shown ? `${name}-error` : undefined}
    >
      <legend className={quietLabel ? "sr-only" : "mb-1.5 text-sm font-medium"}>{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={cx(
            "flex items-start gap-3 rounded-card border border-line bg-surface px-4 py-3 transition-colors",
            "has-checked:border-accent-text has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text",
            choice.disabled || disabled ? "text-muted" : "cursor-pointer hover:border-line-strong",
          )}
        >
          <input
            type="radio"
            name={name}
            className="mt-[3px] size-4 shrink-0 outline-none"
            checked={value === choice.value}
            disabled={choice.disabled}
            onChange={() => onValue(choice.value)}
          />
          <span className="grid min-w-0">
            <span className="font-medium">{choice.label}</span>
            {choice.hint && <span className="text-sm text-muted">{choice.hint}</span>}
          </span>
        </label>
      ))}
      {shown && <FieldError id={`${name}-error`}>{shown}</FieldError>}
    </fieldset>
  );
}

/** Shows two to four short choices side by side. */
export function Segmented<Value extends string>({
  label,
  choices,
  value,
  onValue,
  quietLabel,
  disabled,
}: GroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className="grid min-w-0 gap-1.5" disabled={disabled}>
      <legend className={quietLabel ? "sr-only" : "mb-1.5 text-sm font-medium"}>{label}</legend>
      <div className="inline-flex w-fit max-w-full rounded-control bg-sunken p-0.5">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={cx(
              "relative flex min-h-8 cursor-pointer items-center rounded-[5px] px-3 text-sm font-medium text-muted transition-colors hover:text-ink max-md:min-h-10",
              "has-checked:bg-thumb has-checked:text-ink has-checked:shadow-[0_1px_2px_rgb(10_12_16/0.16)] has-disabled:cursor-not-allowed has-disabled:opacity-60",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent-text",
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={value === choice.value}
              disabled={choice.disabled}
              onChange={() => onValue(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
