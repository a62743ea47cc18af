import { mfa } from "@tradewind/contract/mfa.ts";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { asApiError } from "../../platform/api-error.ts";
import { call } from "../../platform/api.ts";
import { translated } from "../../platform/messages.ts";
import { useWrite } from "../../platform/queries.ts";
import { TokenField } from "../../shared/mfa-parts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/status.tsx";
import { PasswordField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { MadeCodesDialog } from "./recovery-codes.tsx";

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
function ProofDialog({ title, action, danger, children, onClose, onProven }: ProofProps) {
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

/** The reset-mfa popup: turns it off, so that the next sign-in needs no code. */
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
      The next sign-in needs no code, and your recovery codes no longer work. You can set it up again at any time, with
      a new key. You are signed out everywhere else.
    </ProofDialog>
  );
}

/** New recovery codes, shown once. */
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
