import { lazy, Suspense, useId, useState, type ReactNode } from "react";
import { IconButton, Spinner } from "./button.tsx";
import type { DayRange } from "./calendar.tsx";
import type { ControlIds } from "./field.tsx";
import { usePopover } from "./popover.ts";
import { dayText, parseDay } from "./typed-date.ts";

const Calendar = lazy(async () => ({ default: (await import("./calendar.tsx")).Calendar }));
const RangeCalendar = lazy(async () => ({ default: (await import("./calendar.tsx")).RangeCalendar }));

export type DateLimits = {
  /** First and last day allowed, `yyyy-MM-dd`. */
  min?: string;
  max?: string;
  /** The product's current day, if it differs from the browser's. */
  today?: string;
  disabled?: boolean;
  readOnly?: boolean;
};

type DayInputProps = Omit<ControlIds, "id"> & {
  id?: string;
  "aria-label"?: string;
  name?: string;
  disabled?: boolean;
  readOnly?: boolean;
  value: string;
  onValue: (value: string) => void;
  /** Reports whether a day is being typed that may still be incomplete. */
  onTyping: (typing: boolean) => void;
  /** Whether no button may send what it holds. */
  isHeld?: boolean;
  /** Leaves room for the calendar's button. */
  last?: boolean;
};

/** Asks for a typed day: shown as dd/mm/yyyy, reported as yyyy-MM-dd. */
export function DayInput({ value, onValue, onTyping, isHeld, last, ...input }: DayInputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      type="text"
      inputMode="numeric"
      placeholder="dd/mm/yyyy"
      autoComplete="off"
      spellCheck={false}
      {...input}
      data-held={(isHeld && !input.disabled && !input.readOnly) || undefined}
      value={typed ?? dayText(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onTyping(true);
        onValue(parseDay(target.value) ?? target.value.trim());
      }}
      onKeyDown={({ key }) => {
        if (key === "Enter") onTyping(false);
      }}
      onBlur={() => {
        setTyped(undefined);
        onTyping(false);
      }}
      className={`control figures w-full ${last ? "pr-11!" : ""}`}
    />
  );
}

type Chosen =
  | { kind: "day"; value: string; onValue: (day: string) => void }
  | { kind: "range"; value: DayRange; onValue: (range: DayRange) => void };
type WithCalendarProps = { label: string; limits: DateLimits; chosen: Chosen; children: ReactNode };

/** Shows a field, the button beside it, and the calendar that the button opens. */
export function WithCalendar({ label, limits, chosen, children }: WithCalendarProps) {
  const id = useId();
  const { open, anchor, panel, onToggle, reposition } = usePopover("start");
  // Let the browser close it while its content is still there, so that focus returns to the button.
  const close = () => panel.current?.hidePopover();
  const { disabled, readOnly, ...days } = limits;
  const shared = { label, ...days, onDrawn: reposition };
  return (
    <div className="relative" ref={(element) => void (anchor.current = element)}>
      {children}
      <IconButton
        icon="calendar"
        label={`Choose from calendar: ${label}`}
        size="small"
        className="absolute top-1 right-1 max-md:top-0 max-md:right-0"
        disabled={disabled || readOnly}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
      />
      <div
        id={id}
        ref={panel}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="popover"
        onToggle={(event) => onToggle(event.nativeEvent)}
      >
        {open && (
          <Suspense fallback={<Spinner className="m-4 text-muted" />}>
            {chosen.kind === "day" ? (
              <Calendar
                {...shared}
                value={chosen.value}
                onValue={(day) => {
                  chosen.onValue(day);
                  close();
                }}
              />
            ) : (
              <RangeCalendar
                {...shared}
                value={chosen.value}
                onValue={(range, done) => {
                  chosen.onValue(range);
                  if (done) close();
                }}
              />
            )}
          </Suspense>
        )}
      </div>
    </div>
  );
}
