import type { ReactNode } from "react";
import { Alert } from "../../ui/alert.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";

type Props = {
  title: string;
  action: string;
  danger: boolean;
  /** What is sent once it is confirmed. */
  write: { isPending: boolean; error: { message: string } | null };
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Approves, refuses or takes back what was taken off an invoice, by a write-off or by a credit. */
export const DecideDialog = ({ write, children, ...dialog }: Props) => (
  <ConfirmDialog {...dialog} busy={write.isPending}>
    <div className="grid gap-3">
      {write.error && (
        <Alert type="error" live>
          {write.error.message}
        </Alert>
      )}
      {children}
    </div>
  </ConfirmDialog>
);
