import type { ServiceItem } from "@tradewind/contract/ordering/services.ts";
import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import type { ReactNode } from "react";
import { TaskDialog } from "../../ui/dialog.tsx";
import { AskNote } from "../../shared/proposal/ask-note.tsx";
import { MovedAlert } from "../../shared/proposal/moved-alert.tsx";
import { ProposalPanel } from "../../shared/proposal/proposal-panel.tsx";
import { RefusalAlert } from "../../shared/proposal/refusal-alert.tsx";
import { tellPlaced } from "../../shared/proposal/undo-words.ts";
import { useCommit } from "../../shared/proposal/use-commit.ts";
import { useProposal, type Wanted } from "../../shared/proposal/use-proposal.ts";

type Props = {
  service: Pick<ServiceItem, "Id" | "CustomerId" | "ProductId">;
  title: string;
  subtitle?: ReactNode;
  /** Undefined while nothing differs from the current state. */
  change: WireChange | undefined;
  /** The verb with its object, such as "Add 3 licences". */
  action: string;
  danger?: boolean;
  /** Shown while there is nothing to propose. */
  waiting: string;
  done: string;
  onSchedule?: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Changes a service: shows the question, the resulting charges, and one button that commits exactly that. */
export function ChangeDialog(props: Props) {
  const { service, title, subtitle, change, action, danger, waiting, done, onSchedule, onClose, children } = props;
  const wanted: Wanted | undefined = change && {
    CustomerId: service.CustomerId,
    ProductId: service.ProductId,
    InstanceId: service.Id,
    UserId: null,
    Change: change,
  };
  const live = useProposal(wanted);
  const commit = useCommit(
    wanted,
    live.proposal,
    ({ OrderId }, promised) => {
      tellPlaced(done, service.CustomerId, OrderId, promised);
      onClose();
    },
    onClose,
  );
  const proposal = commit.promised;
  const blocked = proposal?.Findings.some((finding) => finding.Blocks) ?? false;
  return (
    <TaskDialog
      title={title}
      subtitle={subtitle}
      size="medium"
      onClose={onClose}
      leave="Keep as it is"
      action={commit.asks ? "Send request" : commit.moved ? "Confirm again" : action}
      danger={danger}
      busy={commit.busy}
      disabled={wanted === undefined || proposal === undefined || live.stale || blocked}
      onConfirm={commit.send}
    >
      <div className="grid gap-5">
        {children}
        {commit.moved && <MovedAlert {...commit.moved} />}
        {commit.refusal && <RefusalAlert refusal={commit.refusal} onSchedule={onSchedule} />}
        <ProposalPanel state={{ ...live, proposal }} waiting={waiting} onSchedule={onSchedule} title="What changes" />
        <AskNote commit={commit} />
      </div>
    </TaskDialog>
  );
}
