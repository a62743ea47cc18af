import type { ButtonHTMLAttributes, MouseEvent, Ref } from "react";
import { cx } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

export const buttonVariants = ["primary", "secondary", "light", "dark", "link", "block", "outlineDanger"] as const;
export const buttonSizes = ["small", "medium", "large"] as const;
export type ButtonVariant = (typeof buttonVariants)[number];
export type ButtonSize = (typeof buttonSizes)[number];

const filled =
  "bg-accent text-on-accent hover:bg-accent-hover hover:text-on-accent-hover active:bg-accent-active active:text-on-accent-active";
const looks: Record<ButtonVariant, string> = {
  primary: filled,
  secondary: "border border-line bg-surface text-ink hover:bg-sunken active:bg-line",
  light: "bg-transparent text-ink hover:bg-sunken active:bg-line",
  dark: "bg-inverse text-on-inverse hover:opacity-90 active:opacity-80",
  link: "text-accent-text underline-offset-4 hover:underline px-0!",
  block: `${filled} w-full`,
  outlineDanger: "border border-danger bg-surface text-danger hover:bg-danger-soft active:bg-danger-soft",
};
const sizes: Record<ButtonSize, string> = {
  small: "min-h-7 gap-1.5 px-2.5 text-sm max-md:min-h-9",
  medium: "min-h-9 gap-2 px-3.5 text-base max-md:min-h-11",
  large: "min-h-11 gap-2 px-5 text-md",
};

/** The classes of a button, for links that look like one. */
export const buttonClass = (variant: ButtonVariant = "secondary", size: ButtonSize = "medium") =>
  cx(
    "inline-flex shrink-0 items-center justify-center rounded-control font-medium whitespace-nowrap transition-colors select-none print:hidden",
    "disabled:pointer-events-none aria-disabled:opacity-50 disabled:opacity-50",
    sizes[size],
    looks[variant],
  );

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: IconName;
  /** Something is being sent: the button keeps its width, shows a spinner and cannot be pressed. */
  busy?: boolean;
  /** Whether it sends or goes on with what the fields hold: usual of filled and submitting ones. */
  sends?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** Goes to a number or text beside the button that was typed and not taken, so that nothing is sent in its place. */
function goesToHeld(event: MouseEvent<HTMLButtonElement>): boolean {
  const place = event.currentTarget.closest("dialog") ?? document;
  const held = place.querySelector<HTMLElement>("[data-held]");
  held?.focus();
  if (held) event.preventDefault();
  return held !== null;
}

export function Button({
  variant,
  size,
  icon,
  busy,
  className,
  children,
  disabled,
  type = "button",
  sends = type === "submit" || variant === "primary" || variant === "block" || variant === "outlineDanger",
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={cx(buttonClass(variant, size), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (!sends || !goesToHeld(event)) onClick?.(event);
      }}
      {...rest}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={cx("spin shrink-0", className)}
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      strokeWidth="2"
    >
      <circle cx="8" cy="8" r="6" stroke="currentColor" opacity="0.25" />
      <path d="M14 8a6 6 0 0 0-6-6" stroke="currentColor" strokeLinecap="round" />
    </svg>
  );
}

type IconButtonProps = Omit<ButtonProps, "children" | "icon" | "variant"> & {
  icon: IconName;
  label: string;
  variant?: "light" | "secondary";
};

/** Shows a button with only an icon: its label is its accessible name and its tooltip. */
export function IconButton({ icon, label, size = "medium", variant = "light", className, ...rest }: IconButtonProps) {
  const square = { small: "size-7", medium: "size-9", large: "size-11" }[size];
  return (
    <Button
      {...rest}
      aria-label={label}
      title={label}
      variant={variant}
      size={size}
      className={cx("px-0! text-muted hover:text-ink max-md:size-11", square, className)}
    >
      <Icon name={icon} />
    </Button>
  );
}
