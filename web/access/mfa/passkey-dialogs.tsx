import { longestPasskeyName, passkeys } from "@tradewind/contract/access/passkeys.ts";
import { useId, useState, type FormEvent } from "react";
import { useWrite } from "../../platform/queries.ts";
import { ProofDialog } from "../../shared/proof-dialog.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import type { PasskeyLine } from "./mfa.queries.ts";

type Props = { passkey: PasskeyLine; onClose: () => void };

export function RenamePasskeyDialog({ passkey, onClose }: Props) {
  const form = useId();
  const [name, setName] = useState(passkey.Name);
  const rename = useWrite(passkeys.rename, { refreshes: ["passkeys"], shown: true, onDone: onClose });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== "") rename.mutate({ params: { passkeyId: passkey.Id }, body: { Name: name } });
  }
  return (
    <TaskDialog
      title="Rename the passkey"
      size="small"
      onClose={onClose}
      action="Rename"
      form={form}
      busy={rename.isPending}
      disabled={name.trim() === ""}
    >
      <form id={form} noValidate onSubmit={submit}>
        <TextField
          label="Name"
          autoComplete="off"
          autoFocus
          maxLength={longestPasskeyName}
          value={name}
          error={rename.error?.fields["Name"] ?? rename.error?.message}
          onChange={(event) => setName(event.target.value)}
          disabled={rename.isPending}
        />
      </form>
    </TaskDialog>
  );
}

/** Removes a passkey after a proof of identity. */
export function RemovePasskeyDialog({ passkey, onClose }: Props) {
  const remove = useWrite(passkeys.remove, {
    refreshes: ["passkeys", "mfa"],
    shown: true,
    onDone: () => {
      toast("The passkey was removed");
      onClose();
    },
  });
  return (
    <ProofDialog
      title={`Remove ${passkey.Name}?`}
      action="Remove"
      danger
      onClose={onClose}
      onProven={() => remove.mutateAsync({ params: { passkeyId: passkey.Id } })}
    >
      You can no longer sign in with it, and you are signed out everywhere else. Delete it on your device too, so that
      it is no longer offered.
    </ProofDialog>
  );
}
