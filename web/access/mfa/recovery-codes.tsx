import type { ReactNode } from "react";
import { ShownOnceDialog } from "../../shared/shown-once-dialog.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

type MadeCodesProps = { codes: readonly string[]; onClose: () => void; children?: ReactNode };

/** Shows the codes, only this once, below the explanation in `children`. */
export const MadeCodesDialog = ({ codes, onClose, children }: MadeCodesProps) => (
  <ShownOnceDialog
    title="Your recovery codes"
    what="the codes"
    loss="The codes are never shown again. Without them you cannot sign in when your device is lost."
    onClose={onClose}
  >
    {children}
    <p className="text-muted">
      Keep these codes where only you can find them. Each lets you sign in once without your device. They are shown only
      once.
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
  </ShownOnceDialog>
);
