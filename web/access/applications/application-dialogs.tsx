import { applications } from "@tradewind/contract/access/applications.ts";
import { useState } from "react";
import type { ApiError } from "../../platform/api-error.ts";
import { useWrite } from "../../platform/queries.ts";
import { ConfirmDialog, TaskDialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Application, ApplicationAction } from "./applications.queries.ts";

type Props = { application: Application; onClose: () => void };
const refreshes = ["applications"];

/** Confirms deciding an application, or resending or withdrawing its invitation. */
export function ApplicationDialogs({ action, onClose }: { action: ApplicationAction; onClose: () => void }) {
  const { kind, application } = action;
  if (kind === "invite") return <InviteDialog application={application} onClose={onClose} />;
  if (kind === "withdraw") return <WithdrawDialog application={application} onClose={onClose} />;
  return <DecideDialog application={application} accept={kind === "accept"} onClose={onClose} />;
}

function DecideDialog({ application, accept, onClose }: Props & { accept: boolean }) {
  const [note, setNote] = useState("");
  const [email, setEmail] = useState(application.Email);
  const decide = useWrite(applications.decide, {
    refreshes,
    shown: true,
    onDone: () => {
      if (accept) toast(`${application.CompanyName} was accepted and invited`);
      onClose();
    },
  });
  const verb = accept ? "Accept" : "Decline";
  return (
    <TaskDialog
      title={`${verb} ${application.CompanyName}?`}
      size="small"
      onClose={onClose}
      action={verb}
      danger={!accept}
      busy={decide.isPending}
      onConfirm={() =>
        decide.mutate({
          params: { applicationId: application.Id },
          body: { Accept: accept, Note: note, ...(email === application.Email ? {} : { Email: email }) },
        })
      }
    >
      <div className="grid gap-5">
        <Elsewhere error={decide.error} fields={["Note", "Email"]} />
        {accept && (
          <>
            <p className="text-muted">
              This creates the company {application.CompanyName} and invites {application.ContactName} as its first
              user, with full access.
            </p>
            <EmailField value={email} onValue={setEmail} error={decide.error} />
          </>
        )}
        <TextArea
          label="Note"
          optional
          value={note}
          onChange={({ target }) => setNote(target.value)}
          error={decide.error?.fields["Note"]}
        />
      </div>
    </TaskDialog>
  );
}

function InviteDialog({ application, onClose }: Props) {
  const [email, setEmail] = useState(application.Invitation?.Email ?? application.Email);
  const invite = useWrite(applications.invite, {
    refreshes,
    shown: true,
    onDone: () => {
      toast(`A new invitation was sent to ${email}`);
      onClose();
    },
  });
  return (
    <TaskDialog
      title={`Resend the invitation to ${application.ContactName}?`}
      size="small"
      onClose={onClose}
      action="Resend invitation"
      busy={invite.isPending}
      onConfirm={() => invite.mutate({ params: { applicationId: application.Id }, body: { Email: email } })}
    >
      <div className="grid gap-5">
        <Elsewhere error={invite.error} fields={["Email"]} />
        <p className="text-muted">We email a new link, valid for seven days. The previous link stops working.</p>
        <EmailField value={email} onValue={setEmail} error={invite.error} />
      </div>
    </TaskDialog>
  );
}

function WithdrawDialog({ application, onClose }: Props) {
  const withdraw = useWrite(applications.withdraw, { refreshes, onDone: onClose });
  return (
    <ConfirmDialog
      title={`Withdraw the invitation to ${application.ContactName}?`}
      action="Withdraw invitation"
      danger
      busy={withdraw.isPending}
      onConfirm={() => withdraw.mutate({ params: { applicationId: application.Id } })}
      onClose={onClose}
    >
      The link in the email stops working. The company {application.CompanyName} stays, without users, until you resend
      the invitation.
    </ConfirmDialog>
  );
}

type EmailProps = { value: string; onValue: (value: string) => void; error: ApiError | null };
const EmailField = ({ value, onValue, error }: EmailProps) => (
  <TextField
    label="Send the invitation to"
    hint="The address becomes the username."
    type="email"
    value={value}
    onChange={({ target }) => onValue(target.value)}
    error={error?.fields["Email"]}
  />
);

/** Shows a refusal that concerns none of the fields. */
function Elsewhere({ error, fields }: { error: ApiError | null; fields: readonly string[] }) {
  if (!error || fields.some((field) => error.fields[field])) return null;
  return (
    <Alert type="error" live>
      {error.message}
    </Alert>
  );
}
