import { publicPages } from "@tradewind/contract/public-pages.ts";
import type { TokenRefusal } from "@tradewind/contract/access/auth.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from "react";
import { Button, buttonClass } from "../ui/button.tsx";
import { Alert } from "../ui/alert.tsx";
import { PasswordField, TextField } from "../ui/text-field.tsx";
import { t } from "../platform/translate.ts";
import { safeReturn } from "../platform/safe-return.ts";
import { beginSso } from "../platform/sso.ts";
import { go } from "./address.ts";
import { SignInFrame } from "./frame.tsx";
import { finishWithTicket, linkAccount, linkProvider, takeCallback } from "./sso-calls.ts";

const RobotCheck = lazy(async () => ({ default: (await import("../shared/robot-check.tsx")).RobotCheck }));

/** Refusals after which the robot check shows; the server may require it sooner. */
const failuresBeforeCheck = 3;

const backToSignIn = (
  <a href={publicPages.login} className={buttonClass("secondary", "large")}>
    Back to sign in
  </a>
);

/** Runs the work once, however often the screen is drawn, and returns the error. */
function useOnce(work: () => Promise<void>): string | undefined {
  const begun = useRef(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    work().catch((error: unknown) => setProblem((error instanceof Error && error.message) || t("LOGIN.BACKEND_ERROR")));
  });
  return problem;
}

function Waiting({ title, problem }: { title: string; problem: string | undefined }) {
  return (
    <SignInFrame title={title} about={problem ? "" : "One moment, please."}>
      {problem && (
        <>
          <Alert type="error" live>
            {problem}
          </Alert>
          {backToSignIn}
        </>
      )}
    </SignInFrame>
  );
}

/** Redirects at once: to the provider of the user name passed on by the sign-in page, or else to Microsoft. */
export function LeavingScreen() {
  const [username] = useState(() => (history.state as { username?: string } | null)?.username);
  const problem = useOnce(() =>
    beginSso({
      provider: username === undefined ? "aad" : "sso",
      username,
      target: safeReturn(new URLSearchParams(location.search).get("return")),
    }),
  );
  return <Waiting title={username === undefined ? "Sign in with Microsoft" : "Sign in"} problem={problem} />;
}

export function CallbackScreen() {
  const problem = useOnce(async () => {
    const query = location.search;
    // The back button must not send the code in the address again, and the history must not keep it.
    history.replaceState(null, "", location.pathname);
    await takeCallback(query);
  });
  return <Waiting title="Signing you in" problem={problem} />;
}

const MfaDialog = lazy(async () => ({ default: (await import("./mfa-dialog.tsx")).MfaDialog }));
type Details = { username: string; password: string };
type Refusal = Partial<TokenRefusal>;

/** Links the accounts and signs in. Returns undefined if no response came. */
async function link(
  { username, password }: Details,
  proof: Parameters<typeof linkAccount>[2] = {},
): Promise<{ ok: true } | { ok: false; refusal: Refusal } | undefined> {
  try {
    const refusal = await linkAccount(username, password, proof);
    if (refusal) return { ok: false, refusal };
    await finishWithTicket(linkProvider(), sessionStorage.getItem("adToken") ?? "");
    return { ok: true };
  } catch {
    return undefined;
  }
}

const linkWords = {
  aad: {
    title: "Link your account",
    about: "Your Microsoft account is new here. Enter your Tradewind login once to link the two.",
  },
  sso: {
    title: "Link your single sign-on",
    about:
      "Your organisation signed you in, but you are not linked to a Tradewind login yet. Enter it once: from then on your organisation's sign-in is enough.",
  },
};

export function LinkAccountScreen() {
  const [provider] = useState(linkProvider);
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<{ username?: string; password?: string; robot?: string; page?: string }>({});
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Details & { refusal: Refusal }>();
  const [failures, setFailures] = useState(0);
  const [proof, setProof] = useState<string>();
  const checking = failures >= failuresBeforeCheck;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const valueOf = (name: string) => form.current!.querySelector<HTMLInputElement>(`[name=${name}]`)!.value;
    const [username, password] = [valueOf("username").trim(), valueOf("password")];
    const missing = {
      username: username === "" ? messages.required("Username") : undefined,
      password: password === "" ? messages.required("Password") : undefined,
      robot: checking && !proof ? messages.checkbox : undefined,
    };
    setProblem(missing);
    if (missing.username || missing.password || missing.robot) return;
    setBusy(true);
    const outcome = await link({ username, password }, proof === undefined ? {} : { altcha: proof });
    if (outcome?.ok) return;
    setBusy(false);
    if (outcome?.refusal.error?.startsWith("mfa_")) return setAsked({ refusal: outcome.refusal, username, password });
    setProblem({ page: outcome ? outcome.refusal.error_description : t("LOGIN.BACKEND_ERROR") });
    // A proof is valid for one attempt.
    setProof(undefined);
    if (outcome)
      setFailures(Math.max(failures + 1, outcome.refusal.error === "robot_required" ? failuresBeforeCheck : 0));
  }

  return (
    <SignInFrame {...linkWords[provider]}>
      <form ref={form} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        {problem.page && (
          <Alert type="error" live>
            {problem.page}
          </Alert>
        )}
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          error={problem.username}
          readOnly={busy}
        />
        <PasswordField label="Password" name="password" error={problem.password} readOnly={busy} />
        {checking && (
          <Suspense>
            <RobotCheck key={failures} onProof={setProof} error={problem.robot} disabled={busy} />
          </Suspense>
        )}
        <Button type="submit" variant="block" size="large" busy={busy}>
          Link account
        </Button>
        {backToSignIn}
        {provider === "sso" && (
          <p className="text-sm text-muted">
            No password yet?{" "}
            <a href={publicPages.forgetPassword} className="text-accent-text underline underline-offset-4">
              Choose one by email
            </a>
            , then sign in again.
          </p>
        )}
      </form>
      {asked && (
        <Suspense>
          <MfaDialog
            asked={asked.refusal}
            retry={(factor) => link(asked, factor)}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </SignInFrame>
  );
}

export function SingleExperienceErrorScreen() {
  const [problem, setProblem] = useState(false);
  const retry = () => void beginSso({ provider: "sso" }).catch(() => setProblem(true));
  return (
    <SignInFrame
      title="Your session could not be restored"
      about="Your organisation's provider did not sign you in again."
    >
      {problem && (
        <Alert type="error" live>
          {t("LOGIN.BACKEND_ERROR")}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => go(publicPages.login)}>Sign out</Button>
        <Button variant="primary" onClick={retry}>
          Try again
        </Button>
      </div>
    </SignInFrame>
  );
}
