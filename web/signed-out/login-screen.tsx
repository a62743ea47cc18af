import { publicPages } from "@tradewind/contract/public-pages.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from "react";
import { Button, buttonClass } from "../ui/button.tsx";
import { Alert } from "../ui/alert.tsx";
import { TextField } from "../ui/text-field.tsx";
import { offersWorkAccounts } from "../platform/config.ts";
import { takeOver } from "../platform/hand-off.ts";
import { t } from "../platform/translate.ts";
import { carriedUsername, go, useAddress } from "./address.ts";
import { SignInFrame } from "./frame.tsx";
import { Later } from "./later.tsx";
import { findLoginFlow } from "./sign-in-calls.ts";

const LoginLinks = lazy(async () => ({ default: (await import("./login-links.tsx")).LoginLinks }));

/** Milliseconds until the fields are read again: browsers autofill without telling the page. */
const autofillDelay = 500;
const longest = 100;

export function LoginScreen() {
  const { query } = useAddress();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<{ field?: string; page?: string }>({});
  const [busy, setBusy] = useState(false);
  const [changed] = useState(() => takeOver("passwordChanged") !== undefined);

  useEffect(() => {
    if (!problem.field) return;
    const refused = input.current?.value;
    const timer = setTimeout(() => input.current?.value !== refused && setProblem({}), autofillDelay);
    return () => clearTimeout(timer);
  }, [problem.field]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const username = input.current!.value.trim();
    const fault =
      username === ""
        ? messages.required("Username")
        : username.length > longest
          ? messages.maximumLength(longest)
          : undefined;
    setProblem({ field: fault });
    if (fault) return input.current!.focus();
    setBusy(true);
    try {
      const flow = await findLoginFlow(username);
      if (flow === "Legacy") return go(`${publicPages.signIn}${query}`, { state: { username } });
      if (flow === "SSO") return go(`${publicPages.leaving}${query}`, { state: { username }, replace: true });
      setProblem(flow === "Unknown" ? { field: t("LOGIN.USERNAME_INVALID") } : { page: t("LOGIN.UNKNOWN_FLOW") });
    } catch {
      setProblem({ page: t("LOGIN.BACKEND_ERROR") });
    }
    setBusy(false);
  }

  return (
    <SignInFrame title="Sign in" about="Enter your username to continue.">
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        {changed && <Later part="changed" />}
        {problem.page && (
          <Alert type="error" live>
            {problem.page}
          </Alert>
        )}
        <TextField
          ref={input}
          label="Username"
          name="username"
          defaultValue={carriedUsername()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={problem.field}
          disabled={busy}
        />
        <Button type="submit" variant="block" size="large" busy={busy}>
          Continue
        </Button>
        {offersWorkAccounts() && (
          <a href={`${publicPages.leaving}${query}`} className={buttonClass("secondary", "large")}>
            Sign in with Microsoft
          </a>
        )}
      </form>
      {sessionStorage.getItem("ssoError") !== null && <Later part="error" />}
      <Suspense fallback={<div className="h-35" />}>
        <LoginLinks />
      </Suspense>
    </SignInFrame>
  );
}
