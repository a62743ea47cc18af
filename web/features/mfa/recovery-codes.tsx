import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** The codes, shown this once. */
export function MadeCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      title="Your recovery codes"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-muted">
          Keep these codes where only you find them. Each lets you sign in once when your device is not at hand. They
          are shown only now.
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
