import { longestNote, requests, type OrderRequest } from "@tradewind/contract/ordering/requests.ts";
import { useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { useWrite } from "../../platform/queries.ts";

/** Refuses a request with the reason that whoever sent it is told. */
export function RefuseDialog({ request, onClose }: { request: OrderRequest; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const refuse = useWrite(requests.refuse, { refreshes: ["requests", "dashboard"], shown: true, onDone: onClose });
  const { error } = refuse;
  return (
    <TaskDialog
      title="Refuse this request?"
      subtitle={request.What}
      size="small"
      action="Refuse"
      danger
      busy={refuse.isPending}
      onConfirm={() => refuse.mutate({ params: { requestId: request.Id }, body: { Reason: reason } })}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {error && !error.fields["Reason"] && (
          <Alert type="error" live>
            {error.message}
          </Alert>
        )}
        <TextArea
          label="Reason"
          hint={`${request.AskedBy} is told it by email.`}
          maxLength={longestNote}
          value={reason}
          error={error?.fields["Reason"]}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </TaskDialog>
  );
}
