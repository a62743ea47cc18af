import { useState, type ReactNode } from "react";
import { Button } from "./button.tsx";

type Props = {
  count: number;
  /** The actions on all that is selected. */
  children: ReactNode;
  /** Where no table head has it. */
  onAll?: (() => void) | undefined;
  /** All rows in words, while what is selected is only what is loaded of them. */
  reach?: string | undefined;
  onReach?: () => Promise<void>;
  onClear: () => void;
};

/** Floats over the bottom of a list while some of its rows are selected. It is a child of a column that contains the list. */
export function SelectionBar({ count, children, onAll, reach, onReach, onClear }: Props) {
  const [isLoading, setLoading] = useState(false);
  return (
    <div
      role="region"
      aria-label="Selected rows"
      className="sticky bottom-4 z-20 order-last mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-card border border-line bg-raised p-2 pl-4 shadow-float max-md:bottom-2 max-md:w-full"
    >
      <span role="status" className="figures mr-2 font-medium">
        {count.toLocaleString("en-GB")} selected
      </span>
      {children}
      {onAll && (
        <Button size="small" variant="light" onClick={onAll}>
          Select all rows shown
        </Button>
      )}
      {reach && (
        <Button
          size="small"
          variant="light"
          busy={isLoading}
          onClick={() => {
            setLoading(true);
            void onReach?.().finally(() => setLoading(false));
          }}
        >
          Select {reach} rows
        </Button>
      )}
      <Button size="small" variant="light" className="ml-auto" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}
