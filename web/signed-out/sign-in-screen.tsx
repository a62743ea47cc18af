import { publicPages } from "@tradewind/contract/public-pages.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "../ui/button.tsx";
import { Alert } from "../ui/alert.tsx";
import { PasswordField, TextField } from "../ui/text-field.tsx";
import { leave } from "../platform/leave.ts";
import { t } from "../platform/translate.ts";
import { safeReturn } from "../platform/safe-return.ts";
import { forgetProvider } from "../platform/forget-provider.ts";
import { carriedUsername, go, useAddress } from "./address.ts";
import { SignInFrame } from "./frame.tsx";
import { requestToken, type Given, type LoginForm, type SecondFactor, type TokenOutcome } from "./sign-in-calls.ts";

const MfaDialog = lazy(async () => ({ default: (await import("./mfa-dialog.tsx")).MfaDialog }));

const RobotCheck = lazy(async () => ({ default: (await import("../shared/robot-check.tsx")).RobotCheck }));

const autofillDelay = 500;
/** Wrong attempts after which the robot check shows; the server requires it from then on, and may do so sooner. */
const failuresBeforeCheck = 3;

export function SignInScreen() {
  const { query } = useAddress();
  const [username] = useState(carriedUsername);
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<{ field?: string; page?: string; robot?: string }>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<LoginForm>(undefined);
  const [asked, setAsked] = useState<(TokenOutcome & { ok: false })["refusal"]>();
  const [failures, setFailures] = useState(0);
  const [checks, setChecks] = useState(0);
  const [proof, setProof] = useState<string>();
  const checking = failures >= failuresBeforeCheck;
  const login = `${publicPages.login}${query}`;

  useEffect(() => {
    if (username === undefined) go(login, { replace: true });
  }, [username, login]);
  useEffect(() => {
    if (!problem.field) return;
    const timer = setTimeout(() => input.current?.value && setProblem({}), autofillDelay);
    return () => clearTimeout(timer);
  }, [problem.field]);
  if (username === undefined) return null;

  async function signIn(given: Given) {
    const outcome = await requestToken(form.current!, given).catch(() => undefined);
    if (outcome?.ok) {
      forgetProvider();
      const target = safeReturn(new URLSearchParams(query).get("return"));
      // The root address decides where each kind of user lands, and whether the kept address counts (AUTH-92, AUTH-93).
      leave.to(target ? `/?return=${encodeURIComponent(target)}` : "/");
    }
    const told = outcome?.ok === false ? outcome.refusal.error_description : undefined;
    if (!told?.startsWith("resetrequired")) return outcome;
    go(publicPages.changePassword, { state: { told } });
    return { ok: true } as const;
  }

  /** A proof is valid for one attempt, and sending the code is another one. */
  async function signInWith(factor: SecondFactor) {
    if (!checking) return signIn(factor);
    const { prove } = await import("../shared/robot-check.tsx");
    const altcha = await prove(username!, new AbortController().signal).catch(() => undefined);
    return altcha === undefined ? undefined : signIn({ ...factor, altcha });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const password = input.current!.value;
    setProblem({ field: password === "" ? messages.required("Password") : undefined });
    if (password === "") return input.current!.focus();
    if (checking && !proof) return setProblem({ robot: messages.checkbox });
    setBusy(true);
    form.current = { username: username!, password, datetime: new Date().toISOString() };
    const outcome = await signIn(proof ? { altcha: proof } : {});
    if (outcome?.ok) return;
    setBusy(false);
    const error = outcome?.refusal.error;
    if (error?.startsWith("mfa_")) return setAsked(outcome?.refusal);
    setProof(undefined);
    setChecks((made) => made + 1);
    if (error === "robot_required") setFailures(failuresBeforeCheck);
    if (error === "invalid_grant") setFailures(failures + 1);
    setProblem({
      page: outcome ? outcome.refusal.error_description || t("LOGIN.DETAILS_INCORRECT") : t("LOGIN.BACKEND_ERROR"),
    });
    requestAnimationFrame(() => input.current?.select());
  }

  return (
    <SignInFrame title="Enter your password" about="You are one step from your portal.">
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        {problem.page && (
          <Alert type="error" live>
            {problem.page}
          </Alert>
        )}
        <div className="grid gap-1.5">
          <TextField
            label="Username"
            name="username"
            autoComplete="username"
            value={username}
            readOnly
            disabled={busy}
          />
          <a
            href={login}
            className="justify-self-start rounded-control py-0.5 text-sm text-accent-text underline-offset-4 hover:underline"
            onClick={(event) => {
              event.preventDefault();
              go(login, { state: { username } });
            }}
          >
            Edit username
          </a>
        </div>
        <PasswordField ref={input} label="Password" name="password" autoFocus error={problem.field} disabled={busy} />
        {checking && (
          <Suspense>
            <RobotCheck key={checks} onProof={setProof} error={problem.robot} disabled={busy} />
          </Suspense>
        )}
        <a
          href={publicPages.forgetPassword}
          className="justify-self-start rounded-control py-0.5 text-sm text-accent-text underline-offset-4 hover:underline"
        >
          Forgot password?
        </a>
        <Button type="submit" variant="block" size="large" busy={busy}>
          Sign in
        </Button>
      </form>
      {asked && (
        <Suspense>
          <MfaDialog asked={asked} retry={signInWith} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </SignInFrame>
  );
}
