import { messages } from "@tradewind/domain/messages.ts";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "../ui/button.tsx";
import { Alert } from "../ui/status.tsx";
import { PasswordField, TextField } from "../ui/text-field.tsx";
import { t } from "../platform/messages.ts";
import { safeReturn } from "../platform/safe-return.ts";
import { go, useAddress } from "./address.ts";
import { SignInFrame } from "./frame.tsx";
import { requestToken } from "./sign-in-calls.ts";

const autofillDelay = 500;

/** The user name travels in the entry of the history, so that it shows in no address. */
function carriedUsername(): string | undefined {
  const state = history.state as { username?: unknown } | null;
  return typeof state?.username === "string" ? state.username : undefined;
}

export function SignInScreen() {
  const { query } = useAddress();
  const [username] = useState(carriedUsername);
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<{ field?: string; page?: string }>({});
  const [busy, setBusy] = useState(false);
  const login = `/login${query}`;

  useEffect(() => {
    if (username === undefined) go(login, { replace: true });
  }, [username, login]);
  useEffect(() => {
    if (!problem.field) return;
    const timer = setTimeout(() => input.current?.value && setProblem({}), autofillDelay);
    return () => clearTimeout(timer);
  }, [problem.field]);
  if (username === undefined) return null;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const password = input.current!.value;
    setProblem({ field: password === "" ? messages.required("Password") : undefined });
    if (password === "") return input.current!.focus();
    setBusy(true);
    const outcome = await requestToken(username!, password).catch(() => undefined);
    if (outcome?.ok) {
      const target = safeReturn(new URLSearchParams(query).get("return"));
      // The home address decides where each kind of user lands, and whether the kept address counts (AUTH-92, AUTH-93).
      return location.assign(target ? `/?return=${encodeURIComponent(target)}` : "/");
    }
    const told = outcome?.refusal.error_description;
    if (told?.startsWith("resetrequired")) return go("/change-password", { state: { told } });
    setBusy(false);
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
              go(login);
            }}
          >
            Edit username
          </a>
        </div>
        <PasswordField ref={input} label="Password" name="password" autoFocus error={problem.field} disabled={busy} />
        <a
          href="/forget-password"
          className="justify-self-start rounded-control py-0.5 text-sm text-accent-text underline-offset-4 hover:underline"
        >
          Forgot password?
        </a>
        <Button type="submit" variant="block" size="large" busy={busy}>
          Sign in
        </Button>
      </form>
    </SignInFrame>
  );
}
