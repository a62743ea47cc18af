import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import { Icon } from "./icon.tsx";

export type FilterChip = {
  id: string;
  label: string;
  /** The number of rows, or their sum. */
  amount?: ReactNode;
  disabled?: boolean;
};

type FilterChipsProps = {
  label: string;
  chips: readonly FilterChip[];
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
  /** Replaces the default of clearing, to reset more than these chips. */
  onClear?: () => void;
};

/** Filters a list by any number of chips at once; each shows how much it matches before it is pressed. */
export function FilterChips({ label, chips, chosen, onChosen, onClear = () => onChosen(new Set()) }: FilterChipsProps) {
  const press = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChosen(next);
  };
  return (
    <div
      role="group"
      aria-label={label}
      className="-m-1 flex flex-wrap items-center gap-2 p-1 max-md:w-[calc(100%+8px)] max-md:flex-nowrap max-md:overflow-x-auto max-md:contain-inline-size"
    >
      {chips.map(({ id, label: text, amount, disabled }) => {
        const on = chosen.has(id);
        return (
          <button
            key={id}
            type="button"
            aria-pressed={on}
            disabled={disabled}
            onClick={() => press(id)}
            className={cx(
              "inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm whitespace-nowrap transition-colors disabled:opacity-50 max-md:min-h-11",
              on
                ? "border-accent-text bg-accent-soft font-medium text-accent-text"
                : "border-line bg-surface hover:border-line-strong",
            )}
          >
            {on && <Icon name="check" size={14} />}
            {text}
            {amount !== undefined && <span className={cx("figures", !on && "text-muted")}>{amount}</span>}
          </button>
        );
      })}
      {chosen.size > 0 && (
        <button
          type="button"
          className="min-h-8 shrink-0 px-1 text-sm whitespace-nowrap text-accent-text underline-offset-4 hover:underline max-md:min-h-11"
          onClick={onClear}
        >
          Clear filters
        </button>
      )}
    </div>
  );
}
