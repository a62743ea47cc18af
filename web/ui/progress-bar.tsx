import { cx } from "./class-names.ts";

type ProgressProps = {
  /** The task in progress. */
  label: string;
  /** Share done, 0 to 1; omitted if the total is unknown. */
  done?: number;
  /** The progress in words, such as "12 of 40 customers". */
  note?: string;
};

/** Shows the progress of longer tasks. The changing words are announced, the bar is not. */
export function ProgressBar({ label, done, note }: ProgressProps) {
  const percent = done === undefined ? undefined : Math.round(Math.min(1, Math.max(0, done)) * 100);
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <span>{label}</span>
        {percent !== undefined && (
          <span aria-hidden="true" className="figures text-sm text-muted">
            {percent}%
          </span>
        )}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={note}
        className="relative h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={cx(
            "absolute inset-y-0 left-0 rounded-full bg-accent-text transition-[width]",
            percent === undefined && "progress-unknown w-2/5",
          )}
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
      {note && (
        <p role="status" className="text-sm text-muted">
          {note}
        </p>
      )}
    </div>
  );
}
