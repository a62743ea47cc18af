import { useState } from "react";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { RecoveryCodesDialog } from "./reset-dialogs.tsx";

/** Offers recovery codes to people who set up their second factor at sign-in, where none are made. */
export function FirstCodesDialog({ onClose }: { onClose: () => void }) {
  const [making, setMaking] = useState(false);
  if (making) return <RecoveryCodesDialog left={0} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="You have no recovery codes yet"
      action="Create recovery codes"
      leave="Later"
      onConfirm={() => setMaking(true)}
      onClose={onClose}
    >
      Multi-factor authentication is on. Without recovery codes you cannot sign in when your device is lost. You can
      also create them later, under Security.
    </ConfirmDialog>
  );
}
