import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

export type TimelineEntry = {
  id: string;
  what: ReactNode;
  who?: string;
  when: string;
  /** Machine-readable instant. */ at: string;
  icon?: IconName;
  problem?: boolean;
};

/** Lists past events, newest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="grid">
      {entries.map((entry, at) => (
        <li key={entry.id} className="relative flex gap-3 pb-5 last:pb-0">
          {at < entries.length - 1 && (
            <span aria-hidden="true" className="absolute top-7 bottom-0 left-3.5 w-px bg-line" />
          )}
          <span
            className={cx(
              "grid size-7 shrink-0 place-items-center rounded-full",
              entry.problem ? "bg-danger-soft text-danger" : "bg-sunken text-muted",
            )}
          >
            <Icon name={entry.icon ?? (entry.problem ? "alert" : "edit")} size={14} />
          </span>
          <div className="grid min-w-0 gap-0.5 pt-0.5">
            <p className="wrap-anywhere">{entry.what}</p>
            <p className="text-sm text-muted">
              {entry.who && `${entry.who} · `}
              <time dateTime={entry.at}>{entry.when}</time>
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
