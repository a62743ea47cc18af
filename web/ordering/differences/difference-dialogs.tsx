import { differences, everyDifference, type Cure } from "@tradewind/contract/ordering/differences.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { Charges } from "../../shared/proposal/charges.tsx";
import { sentence } from "../../shared/service-status.tsx";
import { cureWords } from "./cure-words.ts";
import { takingQuery, type Difference } from "./differences.queries.ts";

type Props = { difference: Difference; cure: Cure; ofOperator: boolean; onClose: () => void };

/** Settles a difference in one of its ways, after saying what that does and costs. */
export function DifferenceDialogs({ difference, cure, ofOperator, onClose }: Props) {
  const id = useId();
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const words = cureWords(difference, cure);
  const proposal = useQuery({ ...takingQuery(difference.Id), enabled: cure === "take" });
  const options = {
    refreshes: ["differences", "services", "customers", "dashboard"],
    shown: true,
    onDone: () => (toast(words.done), onClose()),
  };
  const settle = useWrite(differences.settle, options);
  const accept = useWrite(everyDifference.accept, options);
  const write = ofOperator ? accept : settle;
  const needsNote = cure === "accept";
  const send = () => {
    const Note = note.trim();
    if (needsNote && Note === "") return setMissing(true);
    const params = { differenceId: difference.Id };
    if (ofOperator) return accept.mutate({ params, body: { Note } });
    settle.mutate({
      params,
      body: { Cure: cure, ...(Note ? { Note } : {}), ...(proposal.data ? { Hash: proposal.data.Hash } : {}) },
    });
  };
  const problem = write.error?.message ?? proposal.error?.message;
  return (
    <TaskDialog
      title={words.title}
      subtitle={`${difference.Name}, ${difference.CustomerName}`}
      form={id}
      action={words.button}
      busy={write.isPending || (cure === "take" && !proposal.data && !proposal.error)}
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
        {cure === "take" &&
          (proposal.data ? <Charges proposal={proposal.data} /> : !proposal.error && <Skeleton className="h-16" />)}
        {needsNote && (
          <TextArea
            label="Reason"
            maxLength={500}
            value={note}
            error={missing && note.trim() === "" ? "A reason is required" : write.error?.fields["Note"]}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
        {problem && (
          <Alert type="error" title="This could not be settled">
            {problem}
          </Alert>
        )}
      </form>
    </TaskDialog>
  );
}
