import { mfa } from "@tradewind/contract/access/mfa.ts";
import { passkeys } from "@tradewind/contract/access/passkeys.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { mfaQuery, passkeysQuery } from "../access/mfa/mfa.queries.ts";
import { ownLinksQuery } from "../access/sso/sso.queries.ts";
import { asApiError } from "../platform/api-error.ts";
import { call } from "../platform/api.ts";
import { translated } from "../platform/translate.ts";
import { Button } from "../ui/button.tsx";
import { TaskDialog } from "../ui/dialog.tsx";
import { Alert } from "../ui/alert.tsx";
import { PasswordField } from "../ui/text-field.tsx";
import { TokenField } from "./mfa-parts.tsx";
import { canUsePasskeys, signWithPasskey } from "./passkeys.ts";
import { ProviderButton } from "./provider-button.tsx";

type ProofProps = {
  title: string;
  action: string;
  danger?: boolean;
  /** Accepts only a second factor, no password. */
  factorOnly?: boolean;
  /** The server has asked for a proof already. */
  refused?: boolean;
  children: ReactNode;
  onClose: () => void;
  /** Runs after a successful proof. */
  onProven: () => Promise<unknown>;
};

/**
 * Asks for a proof of identity, by password, code or passkey, before an action that an unattended screen must not
 * allow. People who signed in through a provider may have none of them: a recent sign-in there is a proof, so the
 * action is first tried without one.
 */
export function ProofDialog({ title, action, danger, factorOnly, refused, children, onClose, onProven }: ProofProps) {
  const form = useId();
  const held = useQuery(passkeysQuery);
  const hasPasskey = canUsePasskeys() && held.data?.some(({ Host }) => Host === location.hostname);
  const hasApp = useQuery(mfaQuery).data?.IsEnabled === true;
  const byProvider = !factorOnly && localStorage.getItem("ssoSession") !== null;
  const [asking, setAsking] = useState(!byProvider || refused === true);
  const links = useQuery({ ...ownLinksQuery, enabled: byProvider });
  const noPassword = links.data?.HasPassword === false;
  const [chosen, setBy] = useState<"password" | "code">(factorOnly ? "code" : "password");
  const by = chosen === "password" && noPassword ? "provider" : chosen;
  const mayUseCode = !factorOnly && (hasApp || chosen === "code");
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function proveBy(prove: () => Promise<unknown>) {
    if (busy) return;
    setProblem(undefined);
    setBusy(true);
    try {
      if ((await prove()) !== "left") await act();
    } catch (error) {
      const { fields, message } = asApiError(error);
      setProblem(translated(fields["Token"] ?? message));
      setTyped("");
    }
    setBusy(false);
  }

  /** The proof holds for a while: what is refused for another reason needs no second one. */
  async function act() {
    try {
      await onProven();
    } catch (error) {
      const { code, message } = asApiError(error);
      const wantsProof = code === "confirmFirst" || code === "secondFactorFirst";
      setAsking(wantsProof);
      setTyped("");
      if (asking || !wantsProof) setProblem(translated(message));
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!asking || by === "provider") return void proveBy(async () => {});
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
    <TaskDialog
      title={title}
      size="small"
      onClose={onClose}
      action={action}
      danger={danger}
      form={form}
      busy={busy}
      disabled={asking && by !== "provider" && typed.trim() === ""}
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={submit}>
        <div className="text-muted">{children}</div>
        {problem && !(asking && by === "code") && (
          <Alert type="error" live>
            {problem}
          </Alert>
        )}
        {asking && by === "code" && <TokenField value={typed} onValue={setTyped} problem={problem} disabled={busy} />}
        {asking && by === "password" && (
          <PasswordField
            label="Your password"
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            disabled={busy}
          />
        )}
        {asking && byProvider && <SignInAgain only={by === "provider"} />}
        {asking && (mayUseCode || hasPasskey) && (
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {mayUseCode && (
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
                {by !== "code"
                  ? "Use a code from the app"
                  : noPassword
                    ? "Sign in at your provider"
                    : "Use your password"}
              </Button>
            )}
            {hasPasskey && (
              <Button variant="link" size="small" disabled={busy} onClick={() => void usePasskey()}>
                Use a passkey
              </Button>
            )}
          </div>
        )}
      </form>
    </TaskDialog>
  );
}

/** A fresh sign-in at the provider proves the person's identity. */
const SignInAgain = ({ only }: { only: boolean }) => (
  <div className="grid gap-3">
    <p>
      {only
        ? "You have no password here. Sign in at your provider again and repeat this within five minutes."
        : "Or sign in at your provider again and repeat this within five minutes."}
    </p>
    <ProviderButton icon="refresh">Sign in at your provider again</ProviderButton>
  </div>
);
