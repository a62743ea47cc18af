import { bank, type BankLineItem } from "@tradewind/contract/billing/bank.ts";
import { useWrite } from "../../platform/queries.ts";
import { ReasonDialog } from "../../shared/reason-dialog.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { toast } from "../../ui/toast.tsx";

const words = {
  setAside: {
    title: "Set transfer aside",
    action: "Set aside",
    about: "It is no payment of a reseller. It stays listed, and can be taken up again.",
    done: "The transfer is set aside",
  },
  reopen: {
    title: "Undo this decision",
    action: "Undo",
    about:
      "What it paid is owed again, and what went to a credit is taken back. The transfer waits to be allocated anew.",
    done: "The transfer waits to be allocated",
  },
} as const;

type Props = { task: keyof typeof words; line: BankLineItem; onClose: () => void };

/** Sets a transfer aside, or undoes what was decided of it, with a reason. */
export function BankDecisionDialog({ task, line, onClose }: Props) {
  const { done, ...shown } = words[task];
  const write = useWrite(bank[task], { refreshes: ["bank"], shown: true, onDone: () => (toast(done), onClose()) });
  return (
    <ReasonDialog
      {...shown}
      draft={`${task}:${line.Id}`}
      subtitle={`${formatMoney(line.Amount)} from ${line.Payer ?? "a payer who is not named"}`}
      proofFor="it changes what resellers owe."
      longest={500}
      danger={task === "reopen"}
      write={write}
      send={(reason) =>
        write.mutateAsync({ params: { bankLineId: line.Id }, body: { Version: line.Version, Reason: reason.trim() } })
      }
      onClose={onClose}
    />
  );
}
