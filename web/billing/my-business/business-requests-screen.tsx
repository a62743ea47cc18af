import { myBusiness } from "@tradewind/contract/billing/my-business.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { Queue } from "../../shared/queue.tsx";
import { Button } from "../../ui/button.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/page.tsx";
import { Alert, StatusDot } from "../../ui/status.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { requestsQuery, type AskedRequest, type RequestsShown } from "./my-business.queries.ts";

type Deciding = { request: AskedRequest; accept: boolean };

/** What companies ask to have changed of themselves, for the operator's people. */
export function BusinessRequestsScreen() {
  const [status, setStatus] = useState<RequestsShown>("waiting");
  const [deciding, setDeciding] = useState<Deciding>();
  const list = useQuery(requestsQuery(status));
  const waiting = status === "waiting";
  return (
    <>
      <Queue
        title="Company changes"
        about="What companies ask to have changed of themselves"
        view={status}
        onView={setStatus}
        views={[
          { value: "waiting", label: "Waiting" },
          { value: "decided", label: "Decided" },
        ]}
        list={list}
        empty={{
          icon: "building",
          title: waiting ? "No request waits" : "No decisions yet",
          text: waiting ? "What companies ask for under My business appears here." : "What you decide appears here.",
        }}
        renderCard={(request) => <RequestCard key={request.Id} request={request} onDecide={setDeciding} />}
      />
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  );
}

function RequestCard({ request, onDecide }: { request: AskedRequest; onDecide: (deciding: Deciding) => void }) {
  const { Before, Status } = request;
  const was = (before: string, now: string) =>
    before === now ? now || "None" : `${before || "none"} → ${now || "none"}`;
  return (
    <li className="grid gap-4 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-0.5">
          <h2 className="text-base wrap-anywhere">{request.Reseller}</h2>
          <p className="text-sm text-muted">
            Asked for by {request.AskedBy} on {formatDateTime(request.AskedAt)}
          </p>
        </div>
        {Status === "Waiting" ? (
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
            <Button variant="outlineDanger" onClick={() => onDecide({ request, accept: false })}>
              Decline
            </Button>
            <Button variant="primary" onClick={() => onDecide({ request, accept: true })}>
              Accept
            </Button>
          </div>
        ) : (
          <StatusDot tone={Status === "Accepted" ? "success" : Status === "Declined" ? "fail" : "disabled"}>
            {Status} by {request.DecidedBy}
          </StatusDot>
        )}
      </div>
      <Facts
        facts={[
          { label: "Company name", value: was(Before.Name, request.Name) },
          { label: "VAT number", value: was(Before.VatNumber, request.VatNumber) },
          { label: "Registration number", value: was(Before.CompanyNumber, request.CompanyNumber) },
        ]}
      />
      {request.Note && <p className="text-sm text-muted wrap-anywhere">Note: {request.Note}</p>}
    </li>
  );
}

function DecideDialog({ request, accept, onClose }: Deciding & { onClose: () => void }) {
  const [note, setNote] = useState("");
  const decide = useWrite(myBusiness.decide, { refreshes: ["business-requests"], shown: true, onDone: onClose });
  const verb = accept ? "Accept" : "Decline";
  return (
    <TaskDialog
      title={`${verb} the change of ${request.Reseller}?`}
      size="small"
      onClose={onClose}
      action={verb}
      danger={!accept}
      busy={decide.isPending}
      onConfirm={() =>
        decide.mutate({ params: { businessRequestId: request.Id }, body: { Accept: accept, Note: note } })
      }
    >
      <div className="grid gap-5">
        {decide.error && (
          <Alert type="error" live>
            {decide.error.message}
          </Alert>
        )}
        {accept && <p className="text-muted">Invoices from now on are made out to {request.Name}.</p>}
        <TextArea
          label="Note to the company"
          optional
          maxLength={500}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
    </TaskDialog>
  );
}
