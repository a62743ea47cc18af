import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { countries } from "@tradewind/domain/values/countries.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/page.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { InvitationState } from "../../shared/invitation-state.tsx";
import { Queue } from "../../shared/queue.tsx";
import {
  applicationsQuery,
  type Application,
  type ApplicationAction,
  type ApplicationStatus,
} from "./applications.queries.ts";

const Dialogs = lazy(async () => ({ default: (await import("./application-dialogs.tsx")).ApplicationDialogs }));

/** Lists the companies that have applied to become resellers. */
export function ApplicationsScreen() {
  const [status, setStatus] = useState<ApplicationStatus>("waiting");
  const [action, setAction] = useState<ApplicationAction>();
  const list = useQuery(applicationsQuery(status));
  const waiting = status === "waiting";
  return (
    <>
      <Queue
        title="Applications"
        about="Companies applying to become a partner"
        view={status}
        onView={setStatus}
        views={[
          { value: "waiting", label: "Waiting" },
          { value: "decided", label: "Decided" },
        ]}
        list={list}
        empty={{
          icon: "building",
          title: waiting ? "No applications waiting" : "No decisions yet",
          text: waiting
            ? "Applications from the sign-up page appear here."
            : "Applications you accept or decline appear here.",
        }}
        renderCard={(application) => (
          <ApplicationCard key={application.Id} application={application} onAction={setAction} />
        )}
      />
      {action && (
        <Suspense fallback={null}>
          <Dialogs action={action} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
    </>
  );
}

type CardProps = { application: Application; onAction: (action: ApplicationAction) => void };

function ApplicationCard({ application, onAction }: CardProps) {
  const { Status, Invitation } = application;
  return (
    <li className="grid gap-4 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-0.5">
          <h2 className="text-base wrap-anywhere">{application.CompanyName}</h2>
          <p className="text-sm text-muted">Sent {formatDateTime(application.Created)}</p>
        </div>
        {Status === "Waiting" ? (
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
            <Button variant="outlineDanger" onClick={() => onAction({ kind: "decline", application })}>
              Decline
            </Button>
            <Button variant="primary" onClick={() => onAction({ kind: "accept", application })}>
              Accept
            </Button>
          </div>
        ) : (
          <StatusDot tone={Status === "Accepted" ? "success" : "fail"}>
            {Status} by {application.DecidedBy}
          </StatusDot>
        )}
      </div>
      <Facts
        facts={[
          { label: "Contact", value: application.ContactName },
          { label: "Email", value: application.Email },
          { label: "Telephone", value: application.Telephone },
          { label: "Country", value: countries[application.Country] },
          { label: "VAT number", value: application.VatNumber ?? "Not given" },
        ]}
      />
      {application.Message && <p className="wrap-anywhere whitespace-pre-line">{application.Message}</p>}
      {application.Note && <p className="text-sm text-muted wrap-anywhere">Note: {application.Note}</p>}
      {Invitation && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
          <div className="grid min-w-0 gap-0.5">
            <InvitationState invitation={Invitation} />
            <p className="text-sm text-muted wrap-anywhere">
              {Invitation.State === "Accepted" ? "Signs in as" : "Invitation to"} {Invitation.Email}
            </p>
          </div>
          {Invitation.State !== "Accepted" && (
            <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
              {Invitation.State !== "Withdrawn" && (
                <Button variant="outlineDanger" onClick={() => onAction({ kind: "withdraw", application })}>
                  Withdraw
                </Button>
              )}
              <Button onClick={() => onAction({ kind: "invite", application })}>Resend</Button>
            </div>
          )}
        </div>
      )}
    </li>
  );
}
