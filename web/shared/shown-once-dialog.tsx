import { useState, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../ui/dialog.tsx";

type Props = {
  title: string;
  /** What is shown, such as "the codes". */
  what: string;
  /** What it means to be without it. */
  loss: string;
  children: ReactNode;
  onClose: () => void;
};

/** Shows a secret, only this once. Asks before closing any other way than by Done. */
export function ShownOnceDialog({ title, what, loss, children, onClose }: Props) {
  const [leaving, setLeaving] = useState(false);
  if (leaving)
    return (
      <ConfirmDialog
        title={`Close without keeping ${what}?`}
        action="Close"
        leave={`Show ${what}`}
        danger
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      >
        {loss}
      </ConfirmDialog>
    );
  return (
    <Dialog
      title={title}
      onClose={() => setLeaving(true)}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">{children}</div>
    </Dialog>
  );
}
