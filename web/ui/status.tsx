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
