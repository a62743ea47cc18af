import { transfers, type Transfer } from "@tradewind/contract/ordering/transfers.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatDate, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useWrite } from "../../platform/queries.ts";
import { Charges } from "../../shared/proposal/charges.tsx";
import { perUnitWords } from "../../shared/proposal/unit-price.ts";
import { Alert } from "../../ui/alert.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { toast } from "../../ui/toast.tsx";
import { takingTransferQuery, type TransferProposal } from "./transfers.queries.ts";

/** Takes over what came, after saying what it costs from which day on. */
export function TakeDialog({ transfer, onClose }: { transfer: Transfer; onClose: () => void }) {
  const { data: proposal, error, refetch } = useQuery(takingTransferQuery(transfer.Id));
  const take = useWrite(transfers.take, {
    refreshes: ["transfers", "services", "customers", "dashboard"],
    shown: true,
    onDone: () => (toast("The subscriptions are taken over"), onClose()),
  });
  const problem = take.error?.message ?? error?.message;
  const confirm = () =>
    take.mutate(
      { params: { transferId: transfer.Id }, body: { Hash: proposal?.Hash ?? "" } },
      { onError: ({ code }) => code === "proposalChanged" && void refetch() },
    );
  return (
    <TaskDialog
      title="Take over what came?"
      subtitle={`${transfer.VendorName} from ${transfer.PartnerName}`}
      action="Take over"
      busy={take.isPending || (!proposal && !error)}
      disabled={!proposal || proposal.Lines.length === 0}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {problem && (
          <Alert type="error" title="This could not be taken over" live>
            {problem}
          </Alert>
        )}
        {proposal ? <Proposed proposal={proposal} /> : !error && <Skeleton className="h-40" />}
      </div>
    </TaskDialog>
  );
}

const Proposed = ({ proposal }: { proposal: TransferProposal }) => (
  <>
    {proposal.Lines.length > 0 && (
      <>
        <p>
          It came on {formatDate(proposal.CameOn)} and is charged from the next day on, at your prices of that day. What
          was before is between the customer and the other partner.
        </p>
        <ul className="grid list-disc gap-1 pl-5">
          {proposal.Lines.map((line, at) => (
            <li key={at}>
              {counted(line.Quantity, line.Unit)} of {line.Name}
              {line.UnitCost && proposal.Total && `, ${perUnitWords(line.UnitCost, proposal.Total.Currency, line)}`}
              {line.TermUntil && `, to ${formatLastDay(line.TermUntil)}`}
            </li>
          ))}
        </ul>
        <Charges proposal={proposal} />
      </>
    )}
    {proposal.Left.length > 0 && (
      <Alert type="warning" title="Not taken over now">
        <ul className="grid gap-1">
          {proposal.Left.map((line, at) => (
            <li key={at}>
              {line.Quantity.toLocaleString("en-GB")} × {line.Name}: {line.Reason}
            </li>
          ))}
        </ul>
      </Alert>
    )}
  </>
);
