import { applications } from "@tradewind/contract/applications.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { useWrite } from "../../platform/queries.ts";
import { longInstant } from "../../shared/dates.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { applicationsQuery, type Application, type ApplicationStatus } from "./applications.queries.ts";

type Decision = { application: Application; accept: boolean };

/** The companies that ask to become a reseller. */
export function ApplicationsScreen() {
  const [status, setStatus] = useState<ApplicationStatus>("waiting");
  const [decision, setDecision] = useState<Decision>();
  const { data, error, refetch } = useQuery(applicationsQuery(status));
  return (
    <>
      <PageHeader
        title="Applications"
        about="Companies that ask to become a partner"
        actions={
          <Segmented
            label="Shown"
            quietLabel
            value={status}
            onValue={setStatus}
            choices={[
              { value: "waiting", label: "Waiting" },
              { value: "decided", label: "Decided" },
            ]}
          />
        }
      />
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-40" />
      ) : data.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState icon="building" title={status === "waiting" ? "No application waits" : "Nothing was decided yet"}>
            {status === "waiting"
              ? "What companies send from the sign-up page appears here."
              : "What you accept or decline appears here."}
          </EmptyState>
        </div>
      ) : (
        <ul className="grid gap-4">
          {data.map((application) => (
            <ApplicationCard key={application.Id} application={application} onDecide={setDecision} />
          ))}
        </ul>
      )}
      {decision && <DecideDialog {...decision} onClose={() => setDecision(undefined)} />}
    </>
  );
}

type CardProps = { application: Application; onDecide: (decision: Decision) => void };

function ApplicationCard({ application, onDecide }: CardProps) {
  const { Status } = application;
  return (
    <li className="grid gap-4 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-0.5">
          <h2 className="text-base wrap-anywhere">{application.CompanyName}</h2>
          <p className="text-sm text-muted">Sent {longInstant(application.Created)}</p>
        </div>
        {Status === "Waiting" ? (
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
            <Button variant="outlineDanger" onClick={() => onDecide({ application, accept: false })}>
              Decline
            </Button>
            <Button variant="primary" onClick={() => onDecide({ application, accept: true })}>
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
          { label: "Country", value: application.Country === "GB" ? "United Kingdom" : "Ireland" },
          { label: "VAT number", value: application.VatNumber ?? "Not given" },
        ]}
      />
      {application.Message && <p className="wrap-anywhere whitespace-pre-line">{application.Message}</p>}
      {application.Note && <p className="text-sm text-muted wrap-anywhere">Note: {application.Note}</p>}
    </li>
  );
}

function DecideDialog({ application, accept, onClose }: Decision & { onClose: () => void }) {
  const [note, setNote] = useState("");
  const decide = useWrite(applications.decide, { refreshes: ["applications"], onDone: onClose, shown: true });
  const verb = accept ? "Accept" : "Decline";
  return (
    <Dialog
      title={`${verb} ${application.CompanyName}?`}
      size="small"
      onClose={onClose}
      locked={decide.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={decide.isPending}>
            Cancel
          </Button>
          <Button
            variant={accept ? "primary" : "outlineDanger"}
            busy={decide.isPending}
            onClick={() =>
              decide.mutate({ params: { applicationId: application.Id }, body: { Accept: accept, Note: note } })
            }
          >
            {verb}
          </Button>
        </>
      }
    >
      <TextArea
        label="Note"
        optional
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={decide.error ? (decide.error.fields["Note"] ?? decide.error.message) : undefined}
      />
    </Dialog>
  );
}
