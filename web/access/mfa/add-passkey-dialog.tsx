import { longestPasskeyName, passkeys } from "@tradewind/contract/access/passkeys.ts";
import { deviceName } from "@tradewind/domain/access/devices.ts";
import { useId, useState, type FormEvent } from "react";
import { ApiError, asApiError } from "../../platform/api-error.ts";
import { call } from "../../platform/api.ts";
import { useWrite } from "../../platform/queries.ts";
import { makePasskey } from "../../shared/passkeys.ts";
import { ProofDialog } from "../../shared/proof-dialog.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { MadeCodesDialog } from "./recovery-codes.tsx";

const isOnDevice = (error: unknown) => error instanceof Error && error.name === "InvalidStateError";

/**
 * Asks for a name, a proof of identity if the last one is too old, and the browser's own window; then shows recovery
 * codes to people who have none.
 */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const [name, setName] = useState(() => deviceName(navigator.userAgent).slice(0, longestPasskeyName));
  const [step, setStep] = useState<"name" | "proof">("name");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const add = useWrite(passkeys.add, { refreshes: ["passkeys", "mfa"], shown: true });

  async function make(): Promise<void> {
    setProblem(undefined);
    setBusy(true);
    try {
      const { Options } = await call(passkeys.addOptions);
      const Credential = await makePasskey(Options);
      if (Credential) {
        const { RecoveryCodes: made } = await add.mutateAsync({ body: { Name: name, Credential } });
        if (made.length > 0) return setCodes(made);
        toast("The passkey was added");
        return onClose();
      }
      setStep("name");
    } catch (error) {
      const needsProof = error instanceof ApiError && error.code === "confirmFirst";
      setStep(needsProof ? "proof" : "name");
      if (!needsProof)
        setProblem(
          isOnDevice(error) ? "This device already has a passkey for your account." : asApiError(error).message,
        );
    }
    return setBusy(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== "" && !busy) void make();
  }

  if (codes)
    return (
      <MadeCodesDialog codes={codes} onClose={onClose}>
        <Alert type="success">
          The passkey was added. From now on you also need it when you sign in with your password.
        </Alert>
      </MadeCodesDialog>
    );
  if (step === "proof")
    return (
      <ProofDialog refused title="Confirm that it is you" action="Continue" onClose={onClose} onProven={make}>
        A passkey gives access to your account, so please confirm first that it is you.
      </ProofDialog>
    );
  return (
    <TaskDialog
      title="Add a passkey"
      size="small"
      onClose={onClose}
      action="Continue"
      form={form}
      busy={busy}
      disabled={name.trim() === ""}
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={submit}>
        {problem && (
          <Alert type="error" live>
            {problem}
          </Alert>
        )}
        <TextField
          label="Name"
          hint="A name you will recognise, such as the device it is on"
          autoComplete="off"
          autoFocus
          maxLength={longestPasskeyName}
          value={name}
          onChange={(event) => setName(event.target.value)}
          disabled={busy}
        />
      </form>
    </TaskDialog>
  );
}
