import { useEffect, useId, useRef, type ReactNode } from "react";
import { Button, IconButton } from "./button.tsx";
import { cx } from "./class-names.ts";

export const dialogSizes = ["small", "medium", "large", "xlarge"] as const;
export type DialogSize = (typeof dialogSizes)[number];

type OverlayProps = {
  title: string;
  subtitle?: ReactNode;
  onClose: () => void;
  children?: ReactNode;
  /** The row of buttons at the bottom, primary last. */
  footer?: ReactNode;
  /** Disables Escape and the close button while something is being sent. */
  locked?: boolean;
};

function Overlay({
  title,
  subtitle,
  onClose,
  children,
  footer,
  locked,
  className,
  size,
}: OverlayProps & { className: string; size?: DialogSize }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    const before = document.activeElement;
    element.showModal();
    const first = element.querySelector<HTMLElement>(
      "[data-body] :is(input, select, textarea, [tabindex='0']):not(:disabled), [data-footer] button",
    );
    if (!element.querySelector("[autofocus]")) first?.focus();
    return () => {
      element.close();
      // What opened it may be gone, such as the button of an empty list.
      const back = before?.isConnected ? before : document.querySelector("main");
      if (back instanceof HTMLElement) back.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={cx("overlay", className)}
      data-size={size}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!locked && event.target === event.currentTarget) onClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || dialog.current?.querySelector(":popover-open")) return;
        event.preventDefault();
        if (!locked) onClose();
      }}
    >
      <header className="flex items-start gap-3 px-6 pt-5 pb-3 max-md:px-4">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <h2 id={id} className="text-lg wrap-anywhere">
            {title}
          </h2>
          {subtitle && <p className="text-muted">{subtitle}</p>}
        </div>
        <IconButton icon="close" label="Close" className="-mt-1.5 -mr-2" onClick={onClose} disabled={locked} />
      </header>
      <div data-body className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-1 pb-6 max-md:px-4">
        {children}
      </div>
      {footer && (
        <footer
          data-footer
          className="flex flex-wrap justify-end gap-2 border-t border-line bg-raised px-6 py-4 max-md:flex-col-reverse max-md:px-4 max-md:*:w-full"
        >
          {footer}
        </footer>
      )}
    </dialog>
  );
}

/**
 * Stays open while rendered. A bottom sheet on a phone. To submit a form from the footer, give the button its `form`.
 */
export function Dialog({ size = "medium", ...overlay }: OverlayProps & { size?: DialogSize }) {
  return <Overlay {...overlay} size={size} className="modal" />;
}

/** Shows a panel at the right edge, for detail beside a list. */
export function SidePanel(overlay: OverlayProps) {
  return <Overlay {...overlay} className="side" />;
}

type TaskProps = Omit<OverlayProps, "footer" | "locked"> & {
  size?: DialogSize;
  /** The verb with its object, such as "Suspend customer". */
  action: ReactNode;
  /** The label for leaving, if "Cancel" could be taken for the action. */
  leave?: string;
  danger?: boolean;
  /** In progress: nothing can be pressed or closed. */
  busy?: boolean;
  disabled?: boolean;
  /** The id of the form inside it that it submits. */
  form?: string;
  onConfirm?: () => void;
};

/** Shows a dialog for one action that can be done or cancelled. */
export function TaskDialog({
  action,
  leave = "Cancel",
  danger,
  busy,
  disabled,
  form,
  onConfirm,
  ...dialog
}: TaskProps) {
  return (
    <Dialog
      {...dialog}
      locked={busy}
      footer={
        <>
          <Button onClick={dialog.onClose} disabled={busy}>
            {leave}
          </Button>
          <Button
            type={form ? "submit" : "button"}
            form={form}
            variant={danger ? "outlineDanger" : "primary"}
            busy={busy}
            disabled={disabled}
            onClick={onConfirm}
          >
            {action}
          </Button>
        </>
      }
    />
  );
}

/** Asks for confirmation of an action. */
export const ConfirmDialog = ({ children, ...task }: TaskProps) => (
  <TaskDialog size="small" {...task}>
    <div className="text-muted">{children}</div>
  </TaskDialog>
);
