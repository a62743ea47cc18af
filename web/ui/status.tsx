import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

export const tones = ["success", "warning", "fail", "disabled", "information"] as const;
export type Tone = (typeof tones)[number];

const marks: Record<Tone, { icon: IconName; colour: string; soft: string }> = {
  success: { icon: "checkCircle", colour: "text-success", soft: "bg-success-soft text-success" },
  warning: { icon: "alert", colour: "text-warning", soft: "bg-warning-soft text-warning" },
  fail: { icon: "cross", colour: "text-danger", soft: "bg-danger-soft text-danger" },
  disabled: { icon: "none", colour: "text-muted", soft: "bg-sunken text-muted" },
  information: { icon: "clock", colour: "text-info", soft: "bg-info-soft text-info" },
};

type StatusProps = {
  tone: Tone;
  /** The state in a word. */
  children: ReactNode;
  /** Something is under way: a clock that pulses, since a mark of trouble would be read as trouble. */
  moving?: boolean;
  /** Fills the mark to a dot. */
  solid?: boolean;
  /** Since when, and what happens next. */
  detail?: string;
};

/** A state as colour, icon and word together, never colour alone. */
export function StatusDot({ tone, children, moving, solid, detail }: StatusProps) {
  const { icon, colour } = marks[tone];
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 align-top" title={detail}>
      <Icon
        name={moving ? "clock" : icon}
        className={cx(colour, moving && "pulse", solid && "[&>circle]:fill-current [&>path]:stroke-surface")}
      />
      <span className="truncate">{children}</span>
      {detail && <span className="sr-only">{detail}</span>}
    </span>
  );
}

export function Badge({ tone = "disabled", children }: { tone?: Tone | "accent"; children: ReactNode }) {
  const look = tone === "accent" ? "bg-accent-soft text-accent-text" : marks[tone].soft;
  return (
    <span
      className={cx("inline-flex items-center rounded-full px-2 py-px text-sm font-medium whitespace-nowrap", look)}
    >
      {children}
    </span>
  );
}

export const alertTypes = [
  "primary",
  "secondary",
  "success",
  "danger",
  "error",
  "warning",
  "info",
  "dark",
  "light",
] as const;
export type AlertType = (typeof alertTypes)[number];

const alerts: Record<AlertType, { icon: IconName; look: string }> = {
  primary: { icon: "info", look: "bg-accent-soft border-accent-text/30 [&>svg]:text-accent-text" },
  secondary: { icon: "info", look: "bg-sunken border-line [&>svg]:text-muted" },
  success: { icon: "checkCircle", look: "bg-success-soft border-success/30 [&>svg]:text-success" },
  danger: { icon: "alert", look: "bg-danger-soft border-danger/30 [&>svg]:text-danger" },
  error: { icon: "cross", look: "bg-danger-soft border-danger/30 [&>svg]:text-danger" },
  warning: { icon: "alert", look: "bg-warning-soft border-warning/30 [&>svg]:text-warning" },
  info: { icon: "info", look: "bg-info-soft border-info/30 [&>svg]:text-info" },
  dark: { icon: "info", look: "bg-inverse text-on-inverse border-inverse" },
  light: { icon: "info", look: "bg-surface border-line [&>svg]:text-muted" },
};

/** `live` reads it out when it appears; use it for the answer to something just done. */
export function Alert({
  type,
  title,
  children,
  action,
  live,
}: {
  type: AlertType;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  live?: boolean;
}) {
  const { icon, look } = alerts[type];
  return (
    <div
      role={live ? "alert" : undefined}
      className={cx("flex items-start gap-3 rounded-control border px-3.5 py-3", look)}
    >
      <Icon name={icon} className="mt-0.5" />
      <div className="grid min-w-0 flex-1 gap-0.5 wrap-anywhere">
        {title && <p className="font-medium">{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}
