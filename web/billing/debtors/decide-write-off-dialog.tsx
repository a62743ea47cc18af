import { writeOffs, type WriteOff } from "@tradewind/contract/billing/write-offs.ts";
import { writeOffWords } from "@tradewind/domain/billing/write-offs.ts";
import { useWrite } from "../../platform/queries.ts";
import { formatMoney } from "../../ui/money-text.tsx";
import { DecideDialog } from "./decide-dialog.tsx";

const decisions = {
  approve: { title: "Approve this write-off?", action: "Approve", endpoint: writeOffs.approve },
  refuse: { title: "Refuse this write-off?", action: "Refuse", endpoint: writeOffs.refuse },
  takeBack: { title: "Take back this write-off?", action: "Take back", endpoint: writeOffs.takeBack },
} as const;
export type DecidingWriteOff = { what: keyof typeof decisions; writeOff: WriteOff };

/** Approves, refuses or takes back a write-off. */
export function DecideWriteOffDialog({ what, writeOff, onClose }: DecidingWriteOff & { onClose: () => void }) {
  const { title, action, endpoint } = decisions[what];
  const write = useWrite(endpoint, { refreshes: ["debtors"], shown: true, onDone: onClose });
  return (
    <DecideDialog
      title={title}
      action={action}
      danger={what === "refuse"}
      write={write}
      onConfirm={() => write.mutate({ params: { writeOffId: writeOff.Id } })}
      onClose={onClose}
    >
      <p>
        {formatMoney(writeOff.Amount)} of invoice {writeOff.Number} of {writeOff.Reseller}, entered by{" "}
        {writeOff.EnteredBy} as {writeOffWords[writeOff.Kind].toLowerCase()}: {writeOff.Reason}
      </p>
      {what === "takeBack" && <p>The invoice is open by that amount again, and is reminded of.</p>}
    </DecideDialog>
  );
}
