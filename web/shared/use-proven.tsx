import { useState, type ReactNode } from "react";
import { asApiError } from "../platform/api-error.ts";
import { ProofDialog } from "./proof-dialog.tsx";

type Held = { title: string; action: string; about?: string; send: () => Promise<unknown> };

/**
 * Sends a change that asks for a fresh proof: tries it, and where the server wants one, asks for it and sends it again.
 * Returns how to send and the dialog to draw.
 */
export function useProven(): [send: (held: Held) => Promise<void>, dialog: ReactNode] {
  const [held, setHeld] = useState<Held>();
  const close = () => setHeld(undefined);
  const dialog = held && (
    <ProofDialog
      refused
      title={held.title}
      action={held.action}
      onClose={close}
      onProven={() => held.send().then(close)}
    >
      {held.about ?? "Confirm that it is you: this decides who can sign in as your people."}
    </ProofDialog>
  );
  const send = (wanted: Held) =>
    wanted.send().then(
      () => undefined,
      (error: unknown) => {
        if (asApiError(error).code === "confirmFirst") setHeld(wanted);
      },
    );
  return [send, dialog];
}
