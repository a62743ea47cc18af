import { useId, type ReactNode } from "react";
import { Spinner } from "./button.tsx";
import { cx } from "./class-names.ts";

type SwitchProps = {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onValue: (checked: boolean) => void;
  disabled?: boolean;
  /** The change is being sent: shows the new state and cannot be pressed. */
  busy?: boolean;
};

/** Switches something on or off immediately; use the checkbox for values sent with a form. */
export function Switch({ label, hint, checked, onValue, disabled, busy }: SwitchProps) {
  const id = useId();
  return (
    <label
      className={cx(
        "flex min-h-9 items-start gap-3 py-1.5 max-md:min-h-11",
        disabled ? "text-muted" : "cursor-pointer",
      )}
    >
      <span className="relative mt-px inline-flex shrink-0">
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          aria-describedby={hint ? id : undefined}
          aria-busy={busy || undefined}
          checked={checked}
          disabled={disabled || busy}
          onChange={({ target }) => onValue(target.checked)}
          className="peer h-5 w-9 cursor-[inherit] appearance-none rounded-full border border-line-strong bg-sunken transition-colors checked:border-accent-text checked:bg-accent-text disabled:opacity-60"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-[3px] left-[3px] grid size-3.5 place-items-center rounded-full bg-line-strong text-surface transition-transform peer-checked:translate-x-4 peer-checked:bg-surface peer-checked:text-accent-text"
        >
          {busy && <Spinner className="size-3" />}
        </span>
      </span>
      <span className="grid min-w-0">
        <span>{label}</span>
        {hint && (
          <span id={id} className="text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
