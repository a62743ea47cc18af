import type { DebtorAccount } from "@tradewind/contract/billing/debtors.ts";
import { writeOffs } from "@tradewind/contract/billing/write-offs.ts";
import { daysTogether, takenOffAlone } from "@tradewind/domain/billing/approvals.ts";
import { writeOffKinds, writeOffWords, type WriteOffKind } from "@tradewind/domain/billing/write-offs.ts";
import { format } from "@tradewind/domain/values/money.ts";
import { useId, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { Alert } from "../../ui/alert.tsx";
import { RadioGroup } from "../../ui/choice.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { MoneyField } from "../../ui/money-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";

const hints: Record<WriteOffKind, string> = {
  badDebt: "It will not be paid any more, such as after an insolvency.",
  shortPayment: "The payment fell short by a bank’s charges or by rounding.",
  goodwill: "We forgive it. What was billed wrongly is credited instead.",
};
const kinds = writeOffKinds.map((value) => ({ value, label: writeOffWords[value], hint: hints[value] }));

type Props = { resellerId: string; item: DebtorAccount["OpenItems"][number]; onClose: () => void };

/** Takes an amount off an open invoice without money. */
export function WriteOffDialog({ resellerId, item, onClose }: Props) {
  const form = useId();
  const currency = item.Open.Currency;
  const free = BigInt(item.Open.Minor) - BigInt(item.OnItsWay.Minor);
  const [kind, setKind] = useState<WriteOffKind>("badDebt");
  const [minor, setMinor] = useState<string | undefined>(String(free));
  const [reason, setReason] = useState("");
  const write = useWrite(writeOffs.enter, {
    refreshes: ["debtors"],
    shown: true,
    onDone: ({ State, Amount }) => {
      const words = format({ minor: BigInt(Amount.Minor), currency });
      toast(State === "waiting" ? `${words} waits for somebody else’s approval` : `${words} is written off`);
      onClose();
    },
  });
  const { message, fields = {} } = write.error ?? {};
  const limit = format({ minor: takenOffAlone, currency });
  return (
    <TaskDialog
      title={`Write off ${item.Number}`}
      subtitle={`${format({ minor: free, currency })} is open and not on its way`}
      action="Write off"
      size="small"
      form={form}
      busy={write.isPending}
      onClose={onClose}
    >
      <form
        id={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          write.mutate({
            params: { resellerId },
            body: {
              InvoiceId: item.InvoiceId,
              Kind: kind,
              Amount: { Minor: minor ?? "", Currency: currency },
              Reason: reason,
            },
          });
        }}
      >
        {message !== undefined && Object.keys(fields).length === 0 && (
          <Alert type="error" live>
            {message}
          </Alert>
        )}
        <RadioGroup label="Why" choices={kinds} value={kind} onValue={setKind} />
        <MoneyField
          label="Amount, with VAT"
          currency={currency}
          value={minor ?? ""}
          onValue={setMinor}
          error={fields["Amount"] ?? (fields["Minor"] || fields["Amount.Minor"] ? "Enter an amount" : undefined)}
          hint={`Above ${limit} in ${daysTogether} days for one reseller, somebody else must approve it.`}
        />
        <TextField
          label="Reason"
          hint="The reseller does not see it."
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={fields["Reason"]}
        />
      </form>
    </TaskDialog>
  );
}
