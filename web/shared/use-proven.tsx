import { useState, type ReactNode } from "react";
import { asApiError } from "../platform/api-error.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { ProofDialog } from "./proof-dialog.tsx";

type Held = {
  title: string;
  action: string;
  about?: string;
  /** What the change takes away: it is asked for before anything is sent. */
  loss?: string;
  send: () => Promise<unknown>;
};
type Asking = { held: Held; for: "consent" | "proof" };

const wantsProof = (error: unknown) => asApiError(error).code === "confirmFirst";

/**
 * Sends a change that asks for a fresh proof: tries it, and where the server wants one, asks for it and sends it again.
 * The page shows what else the server refuses. Returns how to send and the dialog to draw.
 */
export function useProven(): [send: (held: Held) => Promise<void>, dialog: ReactNode] {
  const [asking, setAsking] = useState<Asking>();
  const [busy, setBusy] = useState(false);
  const close = () => setAsking(undefined);
  const attempt = (held: Held) =>
    held.send().then(close, (error: unknown) => setAsking(wantsProof(error) ? { held, for: "proof" } : undefined));
  const send = async (held: Held) => (held.loss ? setAsking({ held, for: "consent" }) : attempt(held));
  if (!asking) return [send, null];
  const { title, action, about, loss, send: sendAgain } = asking.held;
  const consent = () => {
    setBusy(true);
    void attempt(asking.held).finally(() => setBusy(false));
  };
  const dialog =
    asking.for === "consent" ? (
      <ConfirmDialog title={`${title}?`} action={action} danger busy={busy} onConfirm={consent} onClose={close}>
        {loss}
      </ConfirmDialog>
    ) : (
      <ProofDialog
        refused
        title={title}
        action={action}
        danger={loss !== undefined}
        onClose={close}
        onProven={() =>
          sendAgain().then(close, (error: unknown) => {
            if (wantsProof(error)) throw error;
            close();
          })
        }
      >
        {about ?? "Confirm that it is you: this decides who can sign in as your people."}
      </ProofDialog>
    );
  return [send, dialog];
}
