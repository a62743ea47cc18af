import { useState } from "react";
import { Button, IconButton } from "./button.tsx";
import { Field, FieldError, type FieldProps } from "./field.tsx";
import type { Input } from "./text-field.tsx";
import { isJump, parseWhole, wholeFault } from "./typed-number.ts";

type NumberInput = Omit<Input, "value" | "onChange" | "min" | "max"> & {
  value: number;
  onValue: (value: number) => void;
  /** Hears whether what is typed was taken; until then `value` is what it was before. */
  onValid?: (valid: boolean) => void;
  /** The quantity that stands, where more than ten times of it is ordered only after a question. */
  present?: number;
  min?: number;
  max?: number;
  step?: number;
  unit?: string;
};

/** What is being typed, and what the field held and stood at when that began. */
type Typing = { text: string; before: number; present?: number };

/**
 * Asks for a whole number with − and + beside it. What is not one, or not within the limits, stays as it is written, and
 * no button sends anything until it is corrected (`Button`).
 */
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
  present,
  min = 0,
  max = 1_000_000,
  step = 1,
  unit,
  ...input
}: FieldProps & NumberInput) {
  const [typing, setTyping] = useState<Typing>();
  const within = (number: number) => Math.min(max, Math.max(min, number));
  const jumpIn = ({ text, before, present: stood }: Typing) => {
    const number = parseWhole(text);
    return number !== undefined && stood !== undefined && number > before && isJump(number, stood) ? number : undefined;
  };
  const faultIn = (text: string) => wholeFault(text, min, max);
  const type = (next: Typing) => {
    const number = parseWhole(next.text);
    const isTaken = number !== undefined && !faultIn(next.text);
    const isAsked = isTaken && jumpIn(next) !== undefined;
    setTyping(next);
    onValid?.(isTaken && !isAsked);
    if (isTaken) onValue(isAsked ? next.before : number);
  };
  const take = (number: number) => {
    setTyping(undefined);
    onValid?.(true);
    if (number !== value) onValue(number);
  };
  const settle = () => {
    if (!typing) return;
    const number = parseWhole(typing.text);
    if (typing.text.trim() === "") take(value);
    else if (number !== undefined && number === within(number) && jumpIn(typing) === undefined) take(number);
  };
  const nudge = (by: number) => take(within(value + by));
  const outside = typing && faultIn(typing.text);
  const asked = typing && !outside ? jumpIn(typing) : undefined;
  const isHeld = typing !== undefined && (typing.text.trim() === "" || outside !== undefined || asked !== undefined);
  return (
    <Field {...{ label, hint, error: outside ?? error, optional, quietLabel, className }}>
      {(ids) => (
        <div className="grid justify-items-start gap-2">
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
                value={typing?.text ?? String(value)}
                data-held={isHeld || undefined}
                onChange={({ target }) => type({ ...(typing ?? { before: value, present }), text: target.value })}
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
          {typing && asked !== undefined && (
            <div className="flex flex-wrap items-center gap-2">
              <FieldError>
                {`You entered ${figure(asked)}; now it is ${figure(typing.present!)}. Order ${figure(asked)}?`}
              </FieldError>
              <Button size="small" onClick={() => take(asked)}>{`Yes, ${figure(asked)}`}</Button>
              <Button size="small" onClick={() => take(typing.before)}>{`Keep ${figure(typing.before)}`}</Button>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

const figure = (number: number) => number.toLocaleString("en-GB");
