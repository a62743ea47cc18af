import { useId, useState } from "react";
import { DayInput, WithCalendar, type DateLimits } from "./date-parts.tsx";
import { Field, type FieldProps } from "./field.tsx";
import { dayFault } from "./typed-date.ts";

type DateFieldProps = FieldProps &
  DateLimits & {
    name?: string;
    /** A day as `yyyy-MM-dd`, empty for none; an invalid one is passed on as typed, so that it is not silently lost. */
    value: string;
    onValue: (value: string) => void;
  };

/**
 * Asks for a day, typed as dd/mm/yyyy or chosen from a calendar that is loaded when it is opened. What is no day, or not
 * within the limits, stays as it is written, and no button sends anything until it is corrected (`Button`).
 */
export function DateField({
  label,
  hint,
  error,
  optional,
  quietLabel,
  className,
  name,
  value,
  onValue,
  ...limits
}: DateFieldProps) {
  const [typing, setTyping] = useState(false);
  const wrong = dayFault(value, limits.min, limits.max);
  const { disabled, readOnly } = limits;
  return (
    <Field {...{ label, hint, optional, quietLabel, className }} error={(typing ? undefined : wrong) ?? error}>
      {(ids) => (
        <WithCalendar
          label={label}
          limits={limits}
          chosen={{ kind: "day", value: dayFault(value) ? "" : value, onValue }}
        >
          <DayInput
            {...ids}
            {...{ name, disabled, readOnly, value, onValue }}
            isHeld={wrong !== undefined}
            last
            onTyping={setTyping}
          />
        </WithCalendar>
      )}
    </Field>
  );
}

type DateTimeProps = Pick<FieldProps, "label" | "hint" | "error" | "optional"> &
  DateLimits & { value: string; onValue: (value: string) => void };

/** Asks for a day and time, `yyyy-MM-ddTHH:mm`; a day alone means midnight. */
export function DateTimeField({ label, hint, error, optional, value, onValue, ...limits }: DateTimeProps) {
  const id = useId();
  const [day = "", time = ""] = value.split("T");
  const change = (nextDay: string, nextTime: string) =>
    onValue(nextDay === "" ? "" : `${nextDay}T${nextTime || "00:00"}`);
  return (
    <fieldset className="grid min-w-0 content-start gap-1.5" aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">
        {label}
        {optional && <span className="ml-1.5 font-normal text-muted">optional</span>}
      </legend>
      <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-start gap-2">
        <DateField
          {...limits}
          label={`${label}, day`}
          quietLabel
          value={day}
          error={error}
          onValue={(next) => change(next, time)}
        />
        <TimeInput
          label={`${label}, time`}
          disabled={limits.disabled || day === ""}
          value={time}
          onValue={(next) => change(day, next)}
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </fieldset>
  );
}

type TimeProps = { label: string; value: string; disabled?: boolean; onValue: (value: string) => void };

/** Asks for a time: `9`, `930`, `9:30` and `9.30` all become 24-hour times when the field is left. */
function TimeInput({ label, value, disabled, onValue }: TimeProps) {
  const [typed, setTyped] = useState<string>();
  const isNone = value !== "" && !/^([01]\d|2[0-3]):[0-5]\d$/.test(value);
  return (
    <input
      type="text"
      inputMode="numeric"
      aria-label={label}
      aria-invalid={(typed === undefined && isNone) || undefined}
      data-held={isNone || undefined}
      placeholder="hh:mm"
      disabled={disabled}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        onValue(timeOf(target.value));
      }}
      onBlur={() => setTyped(undefined)}
      className="control figures w-full"
    />
  );
}

function timeOf(text: string): string {
  const [, hours, minutes = "00"] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim()) ?? [];
  return hours === undefined ? text.trim() : `${hours.padStart(2, "0")}:${minutes}`;
}
