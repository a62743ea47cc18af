import { mfa } from "@tradewind/contract/access/mfa.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { ProofDialog } from "../../shared/proof-dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { passkeysQuery } from "./mfa.queries.ts";
import { MadeCodesDialog } from "./recovery-codes.tsx";

/** The reset-mfa popup: turns off the app's code, and says what the next sign-in asks for instead. */
export function ResetMfaDialog({ isRequired, onClose }: { isRequired: boolean; onClose: () => void }) {
  const hasPasskey = (useQuery(passkeysQuery).data ?? []).length > 0;
  const reset = useWrite(mfa.disable, {
    refreshes: ["mfa"],
    shown: true,
    onDone: () => {
      toast("Multi-factor authentication was reset");
      onClose();
    },
  });
  return (
    <ProofDialog
      title="Reset multi-factor authentication?"
      action="Reset"
      danger
      onClose={onClose}
      onProven={() => reset.mutateAsync({})}
    >
      {hasPasskey
        ? "The next sign-in asks for your passkey only."
        : isRequired
          ? "Your organisation requires a second factor, so you set it up again at your next sign-in, with a new key. Your recovery codes no longer work."
          : "The next sign-in needs no code, and your recovery codes no longer work. You can set it up again at any time, with a new key."}{" "}
      You are signed out everywhere else.
    </ProofDialog>
  );
}

/** Shows new recovery codes, only this once. */
export function RecoveryCodesDialog({ left, onClose }: { left: number; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const make = useWrite(mfa.newRecoveryCodes, {
    refreshes: ["mfa"],
    shown: true,
    onDone: ({ RecoveryCodes: made }) => setCodes(made),
  });
  if (codes) return <MadeCodesDialog codes={codes} onClose={onClose} />;
  return (
    <ProofDialog
      title={left > 0 ? "Create new recovery codes?" : "Create recovery codes?"}
      action={left > 0 ? "Create new codes" : "Create codes"}
      onClose={onClose}
      onProven={() => make.mutateAsync({})}
    >
      {left > 0
        ? "You get ten new codes. Your current ones stop working."
        : "You get ten codes. Each lets you sign in once without your device."}
    </ProofDialog>
  );
}
