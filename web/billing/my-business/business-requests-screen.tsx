import { myBusiness } from "@tradewind/contract/billing/my-business.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { DecisionCard, DecisionQueue, type Decided } from "../../shared/decision-queue.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { requestsQuery, type AskedRequest } from "./my-business.queries.ts";

type Deciding = { request: AskedRequest; accept: boolean };

/** Changes that companies request to their details, for the operator's people. */
export function BusinessRequestsScreen() {
  const [status, setStatus] = useState<Decided>("waiting");
  const [deciding, setDeciding] = useState<Deciding>();
  const list = useQuery({ ...requestsQuery(status), select: ({ Items }) => Items });
  const { data: wrong = [] } = useQuery({ ...requestsQuery(status), select: (queue) => queue.WrongVatNumbers });
  const { data: unaddressed = [] } = useQuery({ ...requestsQuery(status), select: (queue) => queue.WithoutAddress });
  return (
    <>
      {unaddressed.length > 0 && (
        <Alert type="warning" title="Addresses to ask for">
          These have no complete address for their invoices: {unaddressed.join(", ")}.
        </Alert>
      )}
      {wrong.length > 0 && (
        <Alert type="warning" title="VAT numbers to correct">
          These are charged VAT, since what they gave is not a VAT number of their country:{" "}
          {wrong.map(({ Reseller, VatNumber }) => `${Reseller} (${VatNumber})`).join(", ")}.
        </Alert>
      )}
      <DecisionQueue
        title="Company changes"
        about="Changes that companies request to their details"
        shown={status}
        onShown={setStatus}
        list={list}
        empty={{
          title: "No requests waiting",
          text: "Requests that companies make under My business appear here.",
          decided: "Requests you have decided appear here.",
        }}
        renderCard={(request) => <RequestCard key={request.Id} request={request} onDecide={setDeciding} />}
      />
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  );
}

function RequestCard({ request, onDecide }: { request: AskedRequest; onDecide: (deciding: Deciding) => void }) {
  const { Before } = request;
  const was = (before: string, now: string) =>
    before === now ? now || "None" : `${before || "none"} → ${now || "none"}`;
  return (
    <DecisionCard
      title={request.Reseller}
      about={`Requested by ${request.AskedBy} on ${formatDateTime(request.AskedAt)}`}
      asked={request}
      onDecide={(accept) => onDecide({ request, accept })}
      facts={[
        { label: "Company name", value: was(Before.Name, request.Name) },
        { label: "VAT number", value: was(Before.VatNumber, request.VatNumber) },
        { label: "Registration number", value: was(Before.CompanyNumber, request.CompanyNumber) },
      ]}
    />
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
