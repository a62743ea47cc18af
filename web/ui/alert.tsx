import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

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
