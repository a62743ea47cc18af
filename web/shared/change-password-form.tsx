import { messages } from "@tradewind/domain/values/field-messages.ts";
import { wordsToAvoid, type PasswordRule } from "@tradewind/domain/access/passwords.ts";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "../ui/button.tsx";
import { Alert } from "../ui/alert.tsx";
import { PasswordField, TextField } from "../ui/text-field.tsx";
import { NewPassword, useNewPassword } from "./new-password.tsx";
import { rulesIn, saidBy, sendPassword, type Answered } from "./password-calls.ts";

export type Chosen = { existingPassword: string | null; newPassword: string };
type FormProps = {
  userName: string;
  /** Whether to ask for the current password; a mailed key replaces it. */
  asksCurrent: boolean;
  send: (chosen: Chosen) => Promise<Answered>;
  onDone: (chosen: Chosen) => unknown;
  /** The label of the button. */
  action?: string;
};

/** Shows the form for a new password once the server's rules have loaded. */
export function ChangePasswordForm(props: FormProps) {
  const [answer, setAnswer] = useState<Answered>();
  useEffect(() => {
    void fetchRules(setAnswer);
  }, []);
  const rules = answer && rulesIn(answer);
  if (rules) return <Form {...props} rules={rules} />;
  if (!answer) return <div role="status" aria-label="Loading" className="h-64 animate-pulse rounded-card bg-sunken" />;
  return (
    <Alert
      type="error"
      live
      action={
        <Button
          size="small"
          icon="refresh"
          onClick={() => {
            setAnswer(undefined);
            void fetchRules(setAnswer);
          }}
        >
          Try again
        </Button>
      }
    >
      {saidBy(answer)}
    </Alert>
  );
}

async function fetchRules(arrived: (answer: Answered) => void): Promise<void> {
  arrived(await sendPassword("GET", "validation-rules"));
}

/** `about` is the password that was rejected: the message disappears with the next keystroke. */
type Problem = { about?: string; current?: string; next?: string; page?: string; reference?: string };

function Form({
  userName,
  asksCurrent,
  send,
  onDone,
  action = "Change password",
  rules,
}: FormProps & { rules: readonly PasswordRule[] }) {
  const password = useNewPassword(rules, wordsToAvoid(userName));
  const current = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<Problem>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const existingPassword = asksCurrent ? current.current!.value : null;
    const about = password.value;
    setBusy(true);
    const broken = await password.findBroken();
    const next = broken && (about === "" ? messages.required("New password") : broken.message);
    const faults = {
      about,
      current: existingPassword === "" ? messages.required("Current password") : undefined,
      next,
    };
    setProblem(faults);
    if (faults.current || next) {
      setBusy(false);
      return requestAnimationFrame(() => (faults.current ? current : field).current?.focus());
    }
    const chosen = { existingPassword, newPassword: about };
    const answer = await send(chosen);
    if (answer.ok) return onDone(chosen);
    setProblem({ about, ...problemOf(answer) });
    setBusy(false);
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      {problem.page && (
        <Alert type="error" live>
          {problem.page}
          {problem.reference && <p className="text-sm text-muted">Reference {problem.reference}</p>}
        </Alert>
      )}
      <TextField label="Username" name="username" autoComplete="username" value={userName} readOnly disabled={busy} />
      {asksCurrent && (
        <PasswordField
          ref={current}
          label="Current password"
          name="currentPassword"
          error={problem.current}
          disabled={busy}
        />
      )}
      <NewPassword
        password={password}
        field={field}
        error={problem.about === password.value ? problem.next : undefined}
        disabled={busy}
      />
      <Button type="submit" variant="block" size="large" busy={busy}>
        {action}
      </Button>
    </form>
  );
}

/** Two answers have their own wording here; all others use the server's message. */
function problemOf(answer: Answered): Problem {
  if (answer.status === 401) return { page: "Current password was incorrect." };
  const fields = answer.body.Errors as { newPassword?: string } | null | undefined;
  if (answer.status === 400) return { page: "Password does not meet requirements", next: fields?.newPassword };
  const labels = answer.body.Labels as { Reference?: string } | null | undefined;
  return { page: saidBy(answer), reference: labels?.Reference };
}
