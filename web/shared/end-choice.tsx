import { termEnds, type WireEnds } from "@tradewind/contract/ordering/term-ends.ts";
import type { SentOf } from "@tradewind/contract/endpoint.ts";
import { formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../platform/api.ts";
import { Select } from "../ui/choice.tsx";
import { formatMoney } from "../ui/money-text.tsx";

type Props = {
  label: string;
  asked: SentOf<typeof termEnds.list>["query"];
  /** The first day after the term; null for a whole one. */
  value: string | null;
  onValue: (until: string | null) => void;
};

/** On which day a term ends: with its length, or earlier, together with a month or with something else. */
export function EndChoice({ label, asked, value, onValue }: Props) {
  const { data } = useQuery({
    queryKey: ["term-ends", asked],
    queryFn: ({ signal }) => call(termEnds.list, { query: asked, signal }),
    placeholderData: keepPreviousData,
  });
  const choices = data ? choicesOf(data) : [{ value: "", label: "The whole term" }];
  // What was chosen before may be possible no longer: it is shown all the same, and refused.
  if (value && !choices.some((choice) => choice.value === value)) choices.push({ value, label: formatLastDay(value) });
  return (
    <div className="grid max-w-md gap-1.5 md:col-span-2">
      <Select
        label={label}
        value={value ?? ""}
        onChange={(event) => onValue(event.target.value || null)}
        choices={choices}
      />
      {data && data.Others.length > 0 && (
        <details className="text-sm text-muted">
          <summary>Why not together with others</summary>
          <ul className="grid gap-1 pt-1">
            {data.Others.map(({ Name, Why }, index) => (
              <li key={index}>
                {Name}: {Why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const choicesOf = ({ Whole, Ends }: WireEnds) => [
  { value: "", label: wordsOf(Whole, "the whole term") },
  ...Ends.map((end) => ({ value: end.Until, label: wordsOf(end, reasonOf(end)) })),
];

const wordsOf = ({ Until, Cost }: WireEnds["Whole"], reason: string) =>
  [formatLastDay(Until), ...(Cost ? [formatMoney(Cost)] : []), reason].join(", ");

const reasonOf = ({ IsMonthEnd, With }: WireEnds["Ends"][number]) =>
  [
    ...(IsMonthEnd ? ["the end of a month"] : []),
    ...(With.length > 0 ? [`with ${[...new Set(With)].join(" and ")}`] : []),
  ].join(", ");
