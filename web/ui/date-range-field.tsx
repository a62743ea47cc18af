import { useId, useState } from "react";
import type { DayRange } from "./calendar.tsx";
import { DayInput, WithCalendar, type DateLimits } from "./date-parts.tsx";
import { FieldError, type FieldProps } from "./field.tsx";
import { dayFault } from "./typed-date.ts";

type RangeProps = Pick<FieldProps, "label" | "hint" | "error"> &
  DateLimits & { value: DayRange; onValue: (range: DayRange) => void };

const nothing: DayRange = { from: "", until: "" };

/** Asks for a range of days, both included: two typed days and one calendar. */
export function DateRangeField({ label, hint, error, value, onValue, ...limits }: RangeProps) {
  const id = useId();
  const [typing, setTyping] = useState(false);
  const { from, until } = value;
  const wrong = (typing ? undefined : rangeFault(value, limits)) ?? error;
  const { disabled, readOnly } = limits;
  const shared = {
    disabled,
    readOnly,
    "aria-describedby": [wrong && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined,
    "aria-invalid": wrong ? (true as const) : undefined,
    onTyping: setTyping,
  };
  return (
    <fieldset className="grid min-w-0 content-start gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <WithCalendar
        label={label}
        limits={limits}
        chosen={{ kind: "range", value: rangeFault(value, {}) ? nothing : value, onValue }}
      >
        <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1.3fr)] items-center gap-2">
          <DayInput
            {...shared}
            aria-label={`${label}, from`}
            value={from}
            onValue={(day) => onValue({ from: day, until })}
          />
          <span className="text-muted">to</span>
          <DayInput
            {...shared}
            last
            aria-label={`${label}, to`}
            value={until}
            onValue={(day) => onValue({ from, until: day })}
          />
        </div>
      </WithCalendar>
      {wrong && <FieldError id={`${id}-error`}>{wrong}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </fieldset>
  );
}

const rangeFault = ({ from, until }: DayRange, { min, max }: DateLimits) =>
  dayFault(from, min, max) ??
  dayFault(until, min, max) ??
  (from && until && until < from ? "The second day must not be before the first" : undefined);
