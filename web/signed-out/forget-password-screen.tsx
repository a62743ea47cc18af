import { publicPages } from "@tradewind/contract/public-pages.ts";
import { useRef, useState, type FormEvent } from "react";
import { sendPassword, sentenceFor, type Answered } from "../shared/password-calls.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Alert } from "../ui/alert.tsx";
import { TextField } from "../ui/text-field.tsx";
import { SignInFrame } from "./frame.tsx";

/** Requests a link for choosing a new password; shows the same message whether or not the user name exists. */
export function ForgetPasswordScreen() {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<{ field?: string; page?: string }>({});
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const UserName = input.current!.value.trim();
    setProblem({ field: UserName === "" ? "Please enter your login name or email address!" : undefined });
    if (UserName === "") return input.current!.focus();
    setBusy(true);
    const answer = await sendPassword("POST", "reset-requests", { body: { UserName } });
    if (answer.ok) setSent(true);
    else setProblem({ page: failureOf(answer) });
    setBusy(false);
  }

  if (sent)
    return (
      <SignInFrame title="Check your email" about="If we know that account, a link is on its way.">
        <p>The link works once, within an hour. If no email comes, check the name, or ask your administrator.</p>
        <a href={publicPages.login} className={buttonClass("primary", "large")}>
          Back to sign in
        </a>
      </SignInFrame>
    );
  return (
    <SignInFrame title="Forgot your password?" about="We send a link to choose a new one.">
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        {problem.page && (
          <Alert type="error" live>
            {problem.page}
          </Alert>
        )}
        <TextField
          ref={input}
          label="Login name or email address"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          autoFocus
          error={problem.field}
          disabled={busy}
        />
        <Button type="submit" variant="block" size="large" busy={busy}>
          Send link
        </Button>
        <a
          href={publicPages.login}
          className="justify-self-start rounded-control py-0.5 text-sm text-accent-text underline-offset-4 hover:underline"
        >
          Back to sign in
        </a>
      </form>
    </SignInFrame>
  );
}

/** Returns `EmailErrors` before `error_description`, or a sentence for the status if neither is there. */
function failureOf({ status, body }: Answered): string {
  const fields = (body.Errors ?? {}) as Record<string, unknown>;
  const said = [body.EmailErrors ?? fields.EmailErrors]
    .flat()
    .filter((text) => typeof text === "string" && text !== "");
  if (said.length > 0) return said.join(" ");
  return typeof body.error_description === "string" && body.error_description !== ""
    ? body.error_description
    : sentenceFor(status);
}
