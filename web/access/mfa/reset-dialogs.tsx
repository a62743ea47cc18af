import { mfa } from "@tradewind/contract/access/mfa.ts";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { ProofDialog } from "../../shared/proof-dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { MadeCodesDialog } from "./recovery-codes.tsx";

/** The reset-mfa popup: turns off the second factor, so that the next sign-in needs no code. */
export function ResetMfaDialog({ onClose }: { onClose: () => void }) {
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
      The next sign-in needs no code. Without a passkey your recovery codes no longer work. You can set it up again at
      any time, with a new key. You are signed out everywhere else.
    </ProofDialog>
  );
}

/** Shows new recovery codes, only this once. */
export function RecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const make = useWrite(mfa.newRecoveryCodes, {
    refreshes: ["mfa"],
    shown: true,
    onDone: ({ RecoveryCodes: made }) => setCodes(made),
  });
  if (codes) return <MadeCodesDialog codes={codes} onClose={onClose} />;
  return (
    <ProofDialog
      title="Make new recovery codes?"
      action="Make new codes"
      onClose={onClose}
      onProven={() => make.mutateAsync({})}
    >
      You get ten new codes. Those you have now no longer work.
    </ProofDialog>
  );
}
