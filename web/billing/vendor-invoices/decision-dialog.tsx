import { vendorInvoices, type BillDifferenceItem } from "@tradewind/contract/billing/vendor-invoices.ts";
import type { BillDecision } from "@tradewind/domain/billing/vendor-bills.ts";
import { useId, useState } from "react";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { sentence } from "../../shared/service-status.tsx";
import { decisionWords } from "./bill-words.ts";

type Props = { difference: BillDifferenceItem; decision: BillDecision; onClose: () => void };

/** Settles a line of a vendor's invoice with a reason. */
export function DecisionDialog({ difference, decision, onClose }: Props) {
  const id = useId();
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const words = decisionWords[decision];
  const write = useWrite(vendorInvoices.settle, {
    refreshes: ["vendorInvoices"],
    shown: true,
    onDone: () => (toast(words.done), onClose()),
  });
  const send = () => {
    const Reason = reason.trim();
    if (Reason === "") return setMissing(true);
    write.mutate({ params: { billDifferenceId: difference.Id }, body: { Decision: decision, Reason } });
  };
  return (
    <TaskDialog
      title={words.title}
      subtitle={`${difference.Name}, ${difference.CustomerName}`}
      form={id}
      action={words.button}
      busy={write.isPending}
      onClose={onClose}
    >
      <form
        id={id}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <p>{sentence(difference.Text)}</p>
        <p className="text-muted">{words.text}</p>
        <TextArea
          label="Reason"
          maxLength={500}
          value={reason}
          error={missing && reason.trim() === "" ? "A reason is required" : write.error?.fields["Reason"]}
          onChange={(event) => setReason(event.target.value)}
        />
        {write.error && (
          <Alert type="error" title="This could not be settled">
            {write.error.message}
          </Alert>
        )}
      </form>
    </TaskDialog>
  );
}
