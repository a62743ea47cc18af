import { useId, type ReactNode } from "react";

export type CardChoice = { value: string; title: string; figure?: ReactNode; note?: ReactNode };
type Props = {
  label: string;
  choices: readonly CardChoice[];
  value: string;
  onValue: (value: string) => void;
  /** Widest number of cards beside each other. */
  columns?: 3 | 4;
};

/** Chooses one of a few things that are compared by a figure, each on a card. */
export function ChoiceCards({ label, choices, value, onValue, columns = 4 }: Props) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className={`grid gap-2.5 ${columns === 4 ? "md:grid-cols-2 xl:grid-cols-4" : "md:grid-cols-3"}`}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex cursor-pointer items-start justify-between gap-2 rounded-card border border-line-strong bg-surface px-3 py-2.5 transition-colors hover:border-ink/40 has-checked:border-accent-text has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
          >
            <span className="grid min-w-0 gap-0.5">
              <span className="font-medium wrap-anywhere">{choice.title}</span>
              {choice.figure && <span className="figures">{choice.figure}</span>}
              {choice.note && (
                <span className="figures block text-sm text-muted first-letter:uppercase">{choice.note}</span>
              )}
            </span>
            <input
              type="radio"
              name={name}
              className="mt-[3px] size-4 shrink-0 outline-none"
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onValue(choice.value)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
