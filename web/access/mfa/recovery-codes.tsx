import { useState, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";

type MadeCodesProps = { codes: readonly string[]; onClose: () => void; children?: ReactNode };

/** Shows the codes, only this once, below the explanation in `children`. Asks before closing any other way than by Done. */
export function MadeCodesDialog({ codes, onClose, children }: MadeCodesProps) {
  const [leaving, setLeaving] = useState(false);
  if (leaving)
    return (
      <ConfirmDialog
        title="Close without keeping the codes?"
        action="Close"
        leave="Show the codes"
        danger
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      >
        The codes are never shown again. Without them you cannot sign in when your device is lost.
      </ConfirmDialog>
    );
  return (
    <Dialog
      title="Your recovery codes"
      onClose={() => setLeaving(true)}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        {children}
        <p className="text-muted">
          Keep these codes where only you can find them. Each lets you sign in once without your device. They are shown
          only once.
        </p>
        <ul aria-label="Recovery codes" className="grid gap-1 rounded-control bg-sunken p-4 font-mono text-base">
          {codes.map((code) => (
            <li key={code} className="wrap-anywhere">
              {code}
            </li>
          ))}
        </ul>
        <div>
          <CopyButton text={codes.join("\n")} label="Copy codes" />
        </div>
      </div>
    </Dialog>
  );
}
