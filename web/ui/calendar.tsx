import { useLayoutEffect, useState } from "react";
import { DayPicker, type ClassNames, type Matcher } from "react-day-picker";
import { enGB } from "react-day-picker/locale/en-GB";
import { Icon } from "./icon.tsx";
import { dayOf, noonOf } from "./typed-date.ts";

export type DayRange = { from: string; until: string };
type Shared = {
  label: string;
  min?: string;
  max?: string;
  /** The day marked as today; defaults to the browser's. */
  today?: string;
  /** Called once it is drawn, so that its panel can be positioned again. */
  onDrawn: () => void;
};
type CalendarProps = Shared & { value: string; onValue: (day: string) => void };
type RangeCalendarProps = Shared & { value: DayRange; onValue: (range: DayRange, done: boolean) => void };

const step =
  "grid size-9 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-40 max-md:size-11";
const look: Partial<ClassNames> = {
  root: "p-2",
  months: "relative flex gap-6",
  month: "grid gap-1",
  nav: "absolute top-0 right-0 flex",
  button_previous: step,
  button_next: step,
  month_caption: "flex h-9 items-center px-2 font-semibold max-md:h-11",
  month_grid: "border-collapse",
  weekday: "size-9 text-sm font-normal text-muted max-md:w-11",
  day: "p-0 text-center",
  day_button:
    "figures grid size-9 place-items-center rounded-control hover:bg-sunken disabled:text-muted disabled:opacity-50 disabled:hover:bg-transparent max-md:size-11",
  today: "[&>button]:font-semibold [&>button]:text-accent-text",
  selected:
    "[&>button]:bg-accent! [&>button]:text-on-accent! [&>button]:hover:bg-accent-hover! [&>button]:hover:text-on-accent-hover! [&>button]:font-semibold",
  outside: "[&>button]:text-muted",
  range_start: "rounded-l-control bg-accent-soft",
  range_end: "rounded-r-control bg-accent-soft",
  range_middle: "bg-accent-soft [&>button]:bg-transparent! [&>button]:text-ink! [&>button]:font-normal!",
};

const Chevron = ({ orientation = "right" }: { orientation?: "left" | "right" | "up" | "down" }) => (
  <Icon name={orientation === "left" ? "arrowLeft" : "arrowRight"} />
);

function pickerOf({ label, min, max, today, onDrawn }: Shared) {
  const limits: Matcher[] = [...(min ? [{ before: noonOf(min) }] : []), ...(max ? [{ after: noonOf(max) }] : [])];
  return {
    drawn: onDrawn,
    props: {
      locale: enGB,
      weekStartsOn: 1 as const,
      classNames: look,
      components: { Chevron },
      labels: { labelPrevious: () => "Previous month", labelNext: () => "Next month" },
      autoFocus: true,
      "aria-label": label,
      disabled: limits,
      startMonth: min ? noonOf(min) : undefined,
      endMonth: max ? noonOf(max) : undefined,
      today: today ? noonOf(today) : undefined,
    },
  };
}

/** Shows a month from which to choose a day. Arrow keys move by day and week, Page Up and Page Down by month. */
export function Calendar({ value, onValue, ...shared }: CalendarProps) {
  const { props, drawn } = pickerOf(shared);
  useLayoutEffect(drawn, [drawn]);
  const selected = value ? noonOf(value) : undefined;
  return (
    <DayPicker
      {...props}
      mode="single"
      required
      defaultMonth={selected ?? props.today}
      selected={selected}
      onSelect={(date: Date) => onValue(dayOf(date))}
    />
  );
}

/** Chooses a range: the first press begins it, the second ends it, in either order. */
export function RangeCalendar({ value, onValue, ...shared }: RangeCalendarProps) {
  const { props, drawn } = pickerOf(shared);
  const [begun, setBegun] = useState<string>();
  useLayoutEffect(drawn, [drawn]);
  const { from, until } = value;
  const selected = from ? { from: noonOf(from), to: until ? noonOf(until) : undefined } : undefined;
  const press = (day: string) => {
    const [first, last] = [begun ?? day, day].toSorted() as [string, string];
    setBegun(begun === undefined ? day : undefined);
    onValue({ from: first, until: last }, begun !== undefined);
  };
  return (
    <DayPicker
      {...props}
      mode="range"
      required
      defaultMonth={selected?.from ?? props.today}
      selected={selected}
      onSelect={(_range, date) => press(dayOf(date))}
    />
  );
}
