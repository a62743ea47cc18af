import { mfa } from "@tradewind/contract/mfa.ts";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { asApiError } from "../platform/api-error.ts";
import { call } from "../platform/api.ts";
import { translated } from "../platform/messages.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Alert } from "../ui/status.tsx";
import { PasswordField } from "../ui/text-field.tsx";
import { TokenField } from "./mfa-parts.tsx";

type ProofProps = {
  title: string;
  action: string;
  danger?: boolean;
  children: ReactNode;
  onClose: () => void;
  /** What is done once it is sure who is here. */
  onProven: () => Promise<unknown>;
};

/** Asks who is here, by password or by code, before something that must not happen to a screen left open. */
export function ProofDialog({ title, action, danger, children, onClose, onProven }: ProofProps) {
  const form = useId();
  const [by, setBy] = useState<"password" | "code">("password");
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.trim() === "" || busy) return;
    setProblem(undefined);
    setBusy(true);
    try {
      if (by === "password") await call(mfa.verifyUser, { body: { Password: typed } });
      else await call(mfa.verifyToken, { body: { Token: typed } });
      await onProven();
    } catch (error) {
      const { fields, message } = asApiError(error);
      setProblem(translated(fields["Token"] ?? message));
      setTyped("");
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      locked={busy}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant={danger ? "outlineDanger" : "primary"}
            busy={busy}
            disabled={typed.trim() === ""}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <div className="text-muted">{children}</div>
        {by === "code" ? (
          <TokenField value={typed} onValue={setTyped} problem={problem} disabled={busy} />
        ) : (
          <>
            {problem && (
              <Alert type="error" live>
                {problem}
              </Alert>
            )}
            <PasswordField
              label="Your password"
              autoFocus
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              disabled={busy}
            />
          </>
        )}
        <Button
          variant="link"
          size="small"
          className="justify-self-start"
          disabled={busy}
          onClick={() => {
            setBy(by === "code" ? "password" : "code");
            setTyped("");
            setProblem(undefined);
          }}
        >
          {by === "code" ? "Use your password" : "Use a code from the app"}
        </Button>
      </form>
    </Dialog>
  );
}
