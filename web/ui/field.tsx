import { useId, type ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { useFault } from "./use-fault.ts";
import { cx } from "./class-names.ts";

export type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string;
  /** Shows "optional" beside the label; all other fields are required. */
  optional?: boolean;
  /** Hides the label from view but not from screen readers. */
  quietLabel?: boolean;
  className?: string;
};
export type ControlIds = {
  id: string;
  "aria-label": string | undefined;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

/** Shows the label above, the control, and the hint below; an error takes its place. */
export function Field({
  label,
  hint,
  error,
  optional,
  quietLabel,
  className,
  children,
}: FieldProps & { children: (ids: ControlIds) => ReactNode }) {
  const id = useId();
  const { shown, watch } = useFault<HTMLDivElement>(error);
  const described = shown ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div {...watch} className={cx("grid content-start gap-1.5", className)}>
      {!quietLabel && (
        <label htmlFor={id} className="flex items-baseline gap-1.5 text-sm font-medium">
          {label}
          {optional && <span className="font-normal text-muted">optional</span>}
        </label>
      )}
      {children({
        id,
        "aria-label": quietLabel ? label : undefined,
        "aria-describedby": described,
        "aria-invalid": shown ? true : undefined,
      })}
      {shown && <FieldError id={`${id}-error`}>{shown}</FieldError>}
      {hint && !shown && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-sm text-danger">
      <Icon name="alert" size={14} className="mt-[3px]" />
      {children}
    </p>
  );
}
