import { differences as endpoints, everyDifference, type Cure } from "@tradewind/contract/ordering/differences.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { sentence } from "../../shared/service-status.tsx";
import { cureWords, differencesOf } from "./cure-words.ts";
import { CuredLines, LeftOut, type Proposed } from "./cured-lines.tsx";
import { curesOf } from "./difference-lines.tsx";
import { cureQuery, type Difference } from "./differences.queries.ts";

type Props = {
  chosen: readonly [Difference, ...Difference[]];
  cure: Cure;
  ofOperator: boolean;
  onDone: () => void;
  onClose: () => void;
};

/** Settles one or several differences in the same way, after saying what that does and costs. */
export function DifferenceDialogs({ chosen, cure, ofOperator, onDone, onClose }: Props) {
  const id = useId();
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const words = cureWords(chosen, cure);
  const asked = useQuery({
    ...cureQuery(
      cure,
      chosen.map(({ Id }) => Id),
    ),
    enabled: !ofOperator,
  });
  const proposal = ofOperator ? accepting(chosen) : asked.data;
  const options = {
    refreshes: ["differences", "services", "customers", "dashboard"],
    shown: true,
    onDone: () => (toast(words.done), onDone(), onClose()),
  };
  const settle = useWrite(endpoints.settle, options);
  const accept = useWrite(everyDifference.accept, options);
  const write = ofOperator ? accept : settle;
  const needsNote = cure === "accept";
  const send = () => {
    const Note = note.trim();
    if (!proposal) return;
    if (needsNote && Note === "") return setMissing(true);
    const DifferenceIds = proposal.Lines.map(({ Id }) => Id);
    if (ofOperator) return accept.mutate({ body: { DifferenceIds, Note } });
    const body = { Cure: cure, DifferenceIds, Hash: proposal.Hash, ...(Note ? { Note } : {}) };
    settle.mutate({ body }, { onError: ({ code }) => code === "proposalChanged" && void asked.refetch() });
  };
  const problem = write.error?.message ?? asked.error?.message;
  const isOne = chosen.length === 1;
  const customers = new Set(chosen.map(({ CustomerId }) => CustomerId)).size;
  return (
    <TaskDialog
      title={words.title}
      subtitle={
        isOne
          ? `${chosen[0].Name}, ${chosen[0].CustomerName}`
          : `${differencesOf(chosen.length)} of ${customers === 1 ? "one customer" : `${customers} customers`}`
      }
      size={isOne ? "medium" : "large"}
      form={id}
      action={isOne || !proposal ? words.button : `Settle ${differencesOf(proposal.Lines.length)}`}
      busy={write.isPending || (!proposal && !asked.error)}
      disabled={proposal?.Lines.length === 0}
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
        {isOne && <p>{sentence((proposal?.Lines[0] ?? chosen[0]).Text)}</p>}
        <p className="text-muted">{words.text}</p>
        {proposal ? (
          <CuredLines proposal={proposal} cure={cure} chosen={chosen} />
        ) : (
          !asked.error && <Skeleton className={isOne ? "h-16" : "h-48"} />
        )}
        {proposal && proposal.LeftOut.length > 0 && <LeftOut lines={proposal.LeftOut} isOne={isOne} />}
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

/** What the operator accepts costs nobody anything, and needs no more than a reason. */
function accepting(chosen: readonly Difference[]): Proposed & { Hash: string } {
  const isOpen = (each: Difference) => curesOf(each).includes("accept");
  return {
    Hash: "",
    Lines: chosen.filter(isOpen).map((each) => ({ ...each, Charges: [], Total: null })),
    LeftOut: chosen
      .filter((each) => !isOpen(each))
      .map((each) => ({ ...each, Reason: "This is accepted as it is already." })),
    Totals: null,
  };
}
