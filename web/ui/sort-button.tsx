import { cx } from "./class-names.ts";
import { Icon } from "./icon.tsx";

type SortButtonProps = {
  label: string;
  direction: "ascending" | "descending" | "none";
  onPress: () => void;
  /** Says the direction, where no `aria-sort` does. */
  "aria-label"?: string;
};

/** The head of a column that can be sorted by. */
export const SortButton = ({ label, direction, onPress, ...more }: SortButtonProps) => (
  <button
    type="button"
    onClick={onPress}
    className={cx(
      "flex h-8 min-w-0 items-center gap-1 rounded-control px-3 text-sm font-medium hover:bg-sunken hover:text-ink",
      direction === "none" ? "text-muted" : "text-ink",
    )}
    {...more}
  >
    <span className="truncate">{label}</span>
    <Icon
      name={direction === "ascending" ? "arrowUp" : direction === "descending" ? "arrowDown" : "sort"}
      size={12}
      className={direction === "none" ? "opacity-60" : ""}
    />
  </button>
);
