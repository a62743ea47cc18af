import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";
import type { LinkRender } from "./menu.tsx";
import { Skeleton } from "./placeholder.tsx";
import type { Tone } from "./status.tsx";

type StatTileProps = {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  icon?: IconName;
  tone?: Tone;
  href?: string;
  renderLink?: LinkRender;
  loading?: boolean;
};

const toneText: Partial<Record<Tone, string>> = {
  fail: "text-danger",
  warning: "text-warning",
  success: "text-success",
  information: "text-info",
};

/** Shows one figure and what it counts; with an address, the whole tile is a link. */
export function StatTile({ label, value, note, icon, tone, href, renderLink, loading }: StatTileProps) {
  const frame = "grid content-start gap-1 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4";
  const body = (
    <>
      <span className="flex items-center gap-2 text-sm text-muted">
        {icon && <Icon name={icon} className={tone && toneText[tone]} />}
        {label}
      </span>
      {loading ? (
        <Skeleton className="my-1 h-6 w-24" />
      ) : (
        <span
          className={cx(
            "figures text-xl font-semibold tracking-tight wrap-anywhere max-md:text-lg",
            tone && toneText[tone],
          )}
        >
          {value}
        </span>
      )}
      {note && <span className="text-sm text-muted">{loading ? <Skeleton className="mt-1 h-3.5 w-32" /> : note}</span>}
    </>
  );
  if (!href || !renderLink) return <div className={frame}>{body}</div>;
  return renderLink({
    href,
    className: cx(frame, "transition-colors hover:border-line-strong"),
    onClick: () => {},
    children: body,
  });
}
