import { passwords } from "@tradewind/contract/access/passwords.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";
import { ownLinksQuery } from "../../access/sso/sso.queries.ts";
import type { User } from "../../access/users/users.queries.ts";
import { call } from "../../platform/api.ts";
import { accessToken, endSession } from "../../platform/tokens.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { PasswordField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { saidBy, sendPassword } from "../password-calls.ts";
import { QueryError } from "../query-error.tsx";

/** Generates a password to hand over, which must be changed at the next sign-in. Asks for the caller's own password. */
export function GivePasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useId();
  const queries = useQueryClient();
  const made = useQuery({
    queryKey: ["generated-password", form],
    queryFn: () => call(passwords.generate),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const [own, setOwn] = useState("");
  const [problem, setProblem] = useState<{ own?: string; page?: string }>({});
  const [busy, setBusy] = useState(false);
  const newPassword = made.data?.Password;
  const links = useQuery({ ...ownLinksQuery, enabled: localStorage.getItem("ssoSession") !== null });
  const noPassword = links.data?.HasPassword === false;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (own === "" || newPassword === undefined || busy) return;
    setProblem({});
    setBusy(true);
    // A wrong current password returns 401 too, but must not end the session as other 401s do.
    const body = { oldPassword: own, newPassword };
    const answer = await sendPassword("PUT", `users/${user.Id}/reset`, { body, bearer: await accessToken() });
    if (answer.ok) {
      toast(`${user.Name} has a new password`);
      await queries.invalidateQueries({ queryKey: ["users"] });
      return onClose();
    }
    if (answer.body["Error"] === "notSignedIn") return endSession();
    setProblem(answer.status === 401 ? { own: saidBy(answer) } : { page: saidBy(answer) });
    setBusy(false);
  }

  return (
    <TaskDialog
      title={`Generate a password for ${user.Name}`}
      size="small"
      onClose={onClose}
      action="Set password"
      form={form}
      busy={busy}
      disabled={own === "" || !newPassword}
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        {problem.page && (
          <Alert type="error" live>
            {problem.page}
          </Alert>
        )}
        <p className="text-muted">
          Give it to them in person or by telephone. {user.Name} is signed out and must choose another at the next
          sign-in.
        </p>
        {made.error ? (
          <QueryError tight error={made.error} onRetry={() => void made.refetch()} />
        ) : (
          <div className="grid gap-1.5">
            <p className="text-sm font-medium">New password</p>
            <div className="flex flex-wrap items-center gap-3">
              <code className="min-h-10 min-w-0 flex-1 rounded-control bg-sunken px-3 py-2 font-mono text-base wrap-anywhere">
                {newPassword ?? <Skeleton className="w-40" />}
              </code>
              <CopyButton text={newPassword ?? ""} label="Copy password" />
            </div>
            <Button
              className="justify-self-start"
              size="small"
              icon="refresh"
              disabled={busy || made.isFetching}
              onClick={() => void made.refetch()}
            >
              Generate another
            </Button>
          </div>
        )}
        {noPassword ? (
          <Alert type="warning">
            You confirm this with your password, and you have none here. Email {user.Name} a link instead.
          </Alert>
        ) : (
          <PasswordField
            label="Your own password"
            value={own}
            onChange={({ target }) => setOwn(target.value)}
            error={problem.own}
            disabled={busy}
          />
        )}
      </form>
    </TaskDialog>
  );
}
