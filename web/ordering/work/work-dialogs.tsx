import { work } from "@tradewind/contract/ordering/work.ts";
import { useState } from "react";
import { DateField } from "../../ui/date-field.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { DispatchDialog } from "./dispatch-dialog.tsx";
import { WorkForm } from "./work-form.tsx";
import { ResultFields, useResults } from "./work-results.tsx";
import type { WorkAction, WorkItem } from "./work.queries.ts";

type Props = { item: WorkItem; onClose: () => void };
const refreshes = ["work"];

export function WorkDialogs({ action, onClose }: { action: WorkAction; onClose: () => void }) {
  switch (action.kind) {
    case "start":
      return <StartDialog item={action.item} onClose={onClose} />;
    case "complete":
      return <CompleteDialog item={action.item} onClose={onClose} />;
    case "dispatch":
      return <DispatchDialog item={action.item} onClose={onClose} />;
    case "reject":
      return <RejectDialog item={action.item} onClose={onClose} />;
  }
}

function StartDialog({ item, onClose }: Props) {
  const { Today } = useSession();
  const [day, setDay] = useState("");
  const [note, setNote] = useState("");
  const write = useWrite(work.start, {
    refreshes,
    shown: true,
    onDone: () => (toast("The work was started"), onClose()),
  });
  return (
    <WorkForm
      title="Start work"
      subtitle={item.Title}
      action="Start work"
      busy={write.isPending}
      problem={write.error?.message}
      onClose={onClose}
      onSend={() =>
        write.mutate({
          params: { workItemId: item.Id },
          body: { EstimatedCompletion: day || null, Note: note || null },
        })
      }
    >
      <DateField
        label="Expected by"
        optional
        min={Today}
        today={Today}
        hint="The reseller sees this date."
        value={day}
        error={write.error?.fields["EstimatedCompletion"]}
        onValue={setDay}
      />
      <TextArea
        label="Note"
        hint="The reseller reads it with the order, and can answer the product’s form again."
        optional
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </WorkForm>
  );
}

function CompleteDialog({ item, onClose }: Props) {
  const [note, setNote] = useState("");
  const results = useResults(item);
  const write = useWrite(work.complete, {
    refreshes,
    shown: true,
    onDone: () => (toast("The order is complete"), onClose()),
  });
  return (
    <WorkForm
      title="Complete this order?"
      subtitle={item.Title}
      action="Complete order"
      busy={write.isPending}
      problem={write.error?.message}
      onClose={onClose}
      onSend={() => write.mutate({ params: { workItemId: item.Id }, body: { Note: note || null, ...results.sent } })}
    >
      <p className="text-muted">
        The service becomes active for {item.CustomerName}. Goods count as dispatched and can no longer be cancelled.
      </p>
      <ResultFields item={item} results={results} problems={write.error?.fields ?? {}} />
      <TextArea label="Note" optional maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
    </WorkForm>
  );
}

function RejectDialog({ item, onClose }: Props) {
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const write = useWrite(work.reject, {
    refreshes,
    shown: true,
    onDone: () => (toast("The order was rejected"), onClose()),
  });
  return (
    <WorkForm
      title="Reject this order?"
      subtitle={item.Title}
      action="Reject order"
      danger
      busy={write.isPending}
      problem={write.error?.message}
      onClose={onClose}
      onSend={() => {
        setMissing(note.trim() === "");
        if (note.trim() !== "") write.mutate({ params: { workItemId: item.Id }, body: { Note: note.trim() } });
      }}
    >
      <TextArea
        label="Reason"
        hint={`${item.ResellerName} sees this as the reason for the failure.`}
        maxLength={500}
        value={note}
        error={missing && note.trim() === "" ? "A reason is required" : write.error?.fields["Note"]}
        onChange={(event) => setNote(event.target.value)}
      />
    </WorkForm>
  );
}
