import { formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useState } from "react";
import { Select } from "../../ui/choice.tsx";
import type { Months } from "./analytics.queries.ts";
import { lastMonths, lengths, monthChoices, namedLength } from "./chosen-months.ts";

const own = "own";

/** Chooses a range of months: a named one, or a first and a last month. */
export function MonthsField({
  value,
  today,
  onValue,
}: {
  value: Months;
  today: string;
  onValue: (months: Months) => void;
}) {
  const named = namedLength(value, today);
  const [choosing, setChoosing] = useState(named === undefined);
  const months = monthChoices(today).map((month) => ({ value: month, label: formatMonth(month) }));
  const shown = choosing || named === undefined ? own : String(named);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        label="Months"
        className="w-44"
        value={shown}
        choices={[
          ...lengths.map((length) => ({ value: String(length), label: `Last ${length} months` })),
          { value: own, label: "From month to month" },
        ]}
        onChange={({ target }) => {
          setChoosing(target.value === own);
          if (target.value !== own) onValue(lastMonths(Number(target.value), today));
        }}
      />
      {shown === own && (
        <>
          <Select
            label="First month"
            className="w-44"
            value={value.From}
            choices={months.filter((month) => month.value <= value.To)}
            onChange={({ target }) => onValue({ ...value, From: target.value })}
          />
          <Select
            label="Last month"
            className="w-44"
            value={value.To}
            choices={months.filter((month) => month.value >= value.From)}
            onChange={({ target }) => onValue({ ...value, To: target.value })}
          />
        </>
      )}
    </div>
  );
}
