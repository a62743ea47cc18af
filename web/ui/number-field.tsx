import { useState } from "react";
import { IconButton } from "./button.tsx";
import { Field, type FieldProps } from "./field.tsx";
import type { Input } from "./text-field.tsx";

type NumberInput = Omit<Input, "value" | "onChange" | "min" | "max"> & {
  value: number;
  onValue: (value: number) => void;
  /** Hears whether what is typed is within the limits; until then `value` is what it was before. */
  onValid?: (valid: boolean) => void;
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
  onValid,
  min = 0,
  max = 1_000_000,
  step = 1,
  unit,
  ...input
}: FieldProps & NumberInput) {
  const [typed, setTyped] = useState<string>();
  const within = (number: number) => Math.min(max, Math.max(min, number));
  const isWithin = (text: string) => text !== "" && Number(text) >= min && Number(text) <= max;
  const settle = () => {
    if (typed !== undefined && typed.trim() !== "" && Number.isInteger(Number(typed))) onValue(within(Number(typed)));
    setTyped(undefined);
    onValid?.(true);
  };
  const nudge = (by: number) => {
    setTyped(undefined);
    onValid?.(true);
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
                onValid?.(isWithin(text));
                if (isWithin(text)) onValue(Number(text));
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
