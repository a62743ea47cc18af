import { mfa } from "@tradewind/contract/mfa.ts";
import { passkeys } from "@tradewind/contract/passkeys.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { passkeysQuery } from "../features/mfa/mfa.queries.ts";
import { asApiError } from "../platform/api-error.ts";
import { call } from "../platform/api.ts";
import { translated } from "../platform/messages.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Alert } from "../ui/status.tsx";
import { PasswordField } from "../ui/text-field.tsx";
import { TokenField } from "./mfa-parts.tsx";
import { canUsePasskeys, signWithPasskey } from "./passkeys.ts";

type ProofProps = {
  title: string;
  action: string;
  danger?: boolean;
  /** Only a second factor will do: no password. */
  factorOnly?: boolean;
  children: ReactNode;
  onClose: () => void;
  /** What is done once it is sure who is here. */
  onProven: () => Promise<unknown>;
};

/** Asks who is here, by password, code or passkey, before something that must not happen to a screen left open. */
export function ProofDialog({ title, action, danger, factorOnly, children, onClose, onProven }: ProofProps) {
  const form = useId();
  const held = useQuery(passkeysQuery);
  const hasPasskey = canUsePasskeys() && held.data?.some(({ Host }) => Host === location.hostname);
  const [by, setBy] = useState<"password" | "code">(factorOnly ? "code" : "password");
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function proveBy(prove: () => Promise<unknown>) {
    if (busy) return;
    setProblem(undefined);
    setBusy(true);
    try {
      if ((await prove()) !== "left") return await onProven();
    } catch (error) {
      const { fields, message } = asApiError(error);
      setProblem(translated(fields["Token"] ?? message));
      setTyped("");
    }
    setBusy(false);
    return undefined;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.trim() === "") return;
    void proveBy(() =>
      by === "password"
        ? call(mfa.verifyUser, { body: { Password: typed } })
        : call(mfa.verifyToken, { body: { Token: typed } }),
    );
  }

  const usePasskey = () =>
    proveBy(async () => {
      const { Options } = await call(passkeys.confirmOptions);
      const Credential = await signWithPasskey(Options);
      return Credential ? call(passkeys.confirm, { body: { Credential } }) : "left";
    });

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
      <form id={form} noValidate className="grid gap-5" onSubmit={submit}>
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
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {!factorOnly && (
            <Button
              variant="link"
              size="small"
              disabled={busy}
              onClick={() => {
                setBy(by === "code" ? "password" : "code");
                setTyped("");
                setProblem(undefined);
              }}
            >
              {by === "code" ? "Use your password" : "Use a code from the app"}
            </Button>
          )}
          {hasPasskey && (
            <Button variant="link" size="small" disabled={busy} onClick={() => void usePasskey()}>
              Use a passkey
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
