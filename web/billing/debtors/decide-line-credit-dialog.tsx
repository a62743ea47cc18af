import { lineCredits, type LineCredit } from "@tradewind/contract/billing/line-credits.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { creditReasonWords } from "@tradewind/domain/billing/line-credits.ts";
import { useWrite } from "../../platform/queries.ts";
import { formatMoney } from "../../ui/money-text.tsx";
import { DecideDialog } from "./decide-dialog.tsx";

const decisions = {
  approve: { title: "Approve this credit?", action: "Approve", endpoint: lineCredits.approve },
  refuse: { title: "Refuse this credit?", action: "Refuse", endpoint: lineCredits.refuse },
} as const;
export type DecidingLineCredit = { what: keyof typeof decisions; credit: LineCredit };

/** Approves or refuses a credit of lines. */
export function DecideLineCreditDialog({ what, credit, onClose }: DecidingLineCredit & { onClose: () => void }) {
  const { title, action, endpoint } = decisions[what];
  const write = useWrite(endpoint, { refreshes: ["debtors"], shown: true, onDone: onClose });
  return (
    <DecideDialog
      title={title}
      action={action}
      danger={what === "refuse"}
      write={write}
      onConfirm={() => write.mutate({ params: { lineCreditId: credit.Id } })}
      onClose={onClose}
    >
      <p>
        {formatMoney(credit.Net)} and {formatMoney(credit.Vat)} VAT of {counted(credit.Lines, "line")} of invoice{" "}
        {credit.Number} of {credit.Reseller}, entered by {credit.EnteredBy} as{" "}
        {creditReasonWords[credit.Reason].toLowerCase()}: {credit.Words}
      </p>
      {what === "approve" && <p>Its credit memo is issued at once, and cannot be taken back.</p>}
    </DecideDialog>
  );
}
