import { useState, type InputHTMLAttributes, type Ref, type TextareaHTMLAttributes } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./class-names.ts";
import { Field, type FieldProps } from "./field.tsx";

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, "className"> & { ref?: Ref<HTMLInputElement> };

export function TextField({ label, hint, error, optional, quietLabel, className, ...input }: FieldProps & Input) {
  return (
    <Field {...{ label, hint, error, optional, quietLabel, className }}>
      {(ids) => <input type="text" {...ids} {...input} className="control w-full" />}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  error,
  optional,
  quietLabel,
  className,
  ...input
}: FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className"> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <Field {...{ label, hint, error, optional, quietLabel, className }}>
      {(ids) => <textarea rows={4} {...ids} {...input} className="control w-full py-2" />}
    </Field>
  );
}

export function PasswordField({ label, hint, error, optional, quietLabel, className, ...input }: FieldProps & Input) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, hint, error, optional, quietLabel, className }}>
      {(ids) => (
        <div className="relative">
          <input
            type={shown ? "text" : "password"}
            autoComplete="current-password"
            spellCheck={false}
            {...ids}
            {...input}
            className="control w-full pr-11!"
          />
          <IconButton
            icon={shown ? "eyeOff" : "eye"}
            label={shown ? "Hide password" : "Show password"}
            size="small"
            className="absolute top-1 right-1 max-md:top-0 max-md:right-0"
            onClick={() => setShown(!shown)}
            disabled={input.disabled}
          />
        </div>
      )}
    </Field>
  );
}

type NumberInput = Omit<Input, "value" | "onChange" | "min" | "max"> & {
  value: number;
  onValue: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
  unit?: string;
};

/** Asks for a whole number with − and + beside it; corrected to the limits on leaving the field. */
export function NumberField({
  label,
  hint,
  error,
  optional,
  quietLabel,
  className,
  value,
  onValue,
  min = 0,
  max = 1_000_000,
  step = 1,
  unit,
  ...input
}: FieldProps & NumberInput) {
  const [typed, setTyped] = useState<string>();
  const within = (number: number) => Math.min(max, Math.max(min, number));
  const settle = () => {
    if (typed !== undefined && typed.trim() !== "" && Number.isInteger(Number(typed))) onValue(within(Number(typed)));
    setTyped(undefined);
  };
  const nudge = (by: number) => {
    setTyped(undefined);
    onValue(within(value + by));
  };
  const outside = typed ? limitMessage(Number(typed), min, max) : undefined;
  return (
    <Field {...{ label, hint, error: outside ?? error, optional, quietLabel, className }}>
      {(ids) => (
        <div className="flex items-center gap-2">
          <div className="flex">
            <IconButton
              icon="minus"
              label={`Less: ${label}`}
              variant="secondary"
              className="rounded-r-none! border-line-strong!"
              disabled={input.disabled || value <= min}
              onClick={() => nudge(-step)}
            />
            <input
              {...ids}
              {...input}
              type="text"
              inputMode="numeric"
              role="spinbutton"
              aria-valuenow={value}
              aria-valuemin={min}
              aria-valuemax={max}
              value={typed ?? String(value)}
              onChange={(event) => {
                const text = event.target.value.replace(/\D/g, "");
                setTyped(text);
                if (text !== "" && Number(text) >= min && Number(text) <= max) onValue(Number(text));
              }}
              onBlur={settle}
              onKeyDown={(event) => {
                if (event.key === "ArrowUp") nudge(step);
                else if (event.key === "ArrowDown") nudge(-step);
                else return;
                event.preventDefault();
              }}
              className="control figures z-10 -mx-px w-18 rounded-none! px-2! text-center"
            />
            <IconButton
              icon="add"
              label={`More: ${label}`}
              variant="secondary"
              className="rounded-l-none! border-line-strong!"
              disabled={input.disabled || value >= max}
              onClick={() => nudge(step)}
            />
          </div>
          {unit && <span className="text-sm text-muted">{unit}</span>}
        </div>
      )}
    </Field>
  );
}

function limitMessage(number: number, min: number, max: number): string | undefined {
  if (number < min) return `Must be at least ${min}`;
  return number > max ? `Must be at most ${max}` : undefined;
}

/** Shows the shared search box: 396 px wide, narrower only on smaller screens. */
export function SearchBox({ label, className, ...input }: { label: string; className?: string } & Input) {
  return (
    <div className={cx("relative w-full max-w-[396px]", className)}>
      <svg
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
      >
        <path d="M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.300 10.300l3.400 3.400" />
      </svg>
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        {...input}
        className="control w-full pl-9!"
      />
    </div>
  );
}
