import type { BankLineItem } from "@tradewind/contract/billing/bank.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { Badge, StatusDot } from "../../ui/status.tsx";

export type Task = "allocate" | "setAside" | "reopen";
type Share = Pick<BankLineItem["Allocations"][number], "Number" | "ResellerName" | "Amount">;

const shareWords = ({ Number, ResellerName, Amount }: Share) =>
  `${formatMoney(Amount)} to ${Number ?? "the credit"} of ${ResellerName}`;

/** For whom a transfer is, or seems to be and why. */
function ForWhom({ line }: { line: BankLineItem }) {
  const { State, Proposal, Allocations } = line;
  const shares = State === "allocated" ? Allocations : (Proposal?.Shares ?? []);
  return (
    <div className="grid content-start gap-0.5 wrap-anywhere max-md:col-span-2">
      {shares.map((share) => (
        <span key={`${share.ResellerId} ${share.InvoiceId}`}>{shareWords(share)}</span>
      ))}
      {State === "allocated" && Allocations.some(({ IsPosted }) => !IsPosted) && (
        <StatusDot tone="information" moving>
          Being posted
        </StatusDot>
      )}
      {Proposal && (
        <p className="text-sm text-muted">
          <Badge tone={Proposal.Certainty === "certain" ? "success" : "warning"}>
            {Proposal.Certainty === "certain" ? "Certain" : "Likely"}
          </Badge>{" "}
          <span>{Proposal.Reason}</span>
        </p>
      )}
      {State === "open" && !Proposal && (
        <span className="text-muted">
          {line.IsReversal ? "The bank took this back" : "Nothing says for whom it is"}
        </span>
      )}
      {line.Reason && (
        <span className="text-sm text-muted">
          {line.Reason} ({line.DecidedBy})
        </span>
      )}
    </div>
  );
}

type Props = { line: BankLineItem; onTask: (task: Task) => void };

/** A transfer: who paid, for whom it is and why, and what can be done with it. */
export function BankLine({ line, onTask }: Props) {
  const { State, Amount } = line;
  const name = `${line.Payer ?? "Payer not named"}, ${formatMoney(Amount)}`;
  const button = (task: Task, word: string) => (
    <Button
      size="small"
      variant={task === "allocate" ? "secondary" : "light"}
      aria-label={`${word}: ${name}`}
      onClick={() => onTask(task)}
    >
      {word}
    </Button>
  );
  return (
    <li className="grid gap-x-6 gap-y-2 px-5 py-3 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_8rem_auto]">
      <div className="grid content-start gap-0.5 wrap-anywhere">
        <span className="font-medium">{line.Payer ?? "Payer not named"}</span>
        {line.Words && <span className="text-sm text-muted">{line.Words}</span>}
        <span className="figures text-sm text-muted">{formatDate(line.BookedOn)}</span>
      </div>
      <ForWhom line={line} />
      <span className="figures text-right font-medium max-md:row-start-1 max-md:col-start-2">
        {formatMoney(Amount)}
      </span>
      <div className="flex flex-wrap content-start items-start justify-end gap-2 max-md:col-span-2 max-md:justify-start md:min-w-48">
        {State === "open" && !Amount.Minor.startsWith("-") && button("allocate", "Allocate")}
        {State === "open" && button("setAside", "Set aside")}
        {(State === "allocated" || State === "setAside") && button("reopen", "Undo")}
      </div>
    </li>
  );
}
