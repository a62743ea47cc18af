import { creditCodes } from "@tradewind/contract/billing/credit-codes.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { givenAlone } from "@tradewind/domain/billing/credit.ts";
import { addMonths } from "@tradewind/domain/values/dates.ts";
import { format } from "@tradewind/domain/values/money.ts";
import { useId, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { currencyCode } from "../../platform/storage.ts";
import { useSession } from "../../platform/session.ts";
import { ShownOnceDialog } from "../../shared/shown-once-dialog.tsx";
import { searchResellers } from "../../portal/flags/flags.queries.ts";
import { Alert } from "../../ui/alert.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Combobox, type Option } from "../../ui/combobox.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { MoneyField } from "../../ui/money-field.tsx";
import { TextField } from "../../ui/text-field.tsx";

const currencyChoices = [
  { value: "GBP", label: "£" },
  { value: "EUR", label: "€" },
] as const;

/** Asks what a code is worth, for whom and why, then shows it, once. */
export function IssueCodeDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const { Today } = useSession();
  const [currency, setCurrency] = useState(currencyCode);
  const [minor, setMinor] = useState<string | undefined>("");
  const [reseller, setReseller] = useState<Option | null>(null);
  const [until, setUntil] = useState(addMonths(Today, 3));
  const [reason, setReason] = useState("");
  const [issued, setIssued] = useState<ResultOf<typeof creditCodes.issue>>();
  const write = useWrite(creditCodes.issue, { refreshes: ["creditCodes"], shown: true, onDone: setIssued });
  if (issued) return <Issued {...issued} onClose={onClose} />;
  const { message, fields = {} } = write.error ?? {};
  const isLarge = minor !== undefined && minor !== "" && BigInt(minor) > givenAlone;
  const limit = format({ minor: givenAlone, currency });
  return (
    <TaskDialog title="Issue a code" action="Issue code" form={form} busy={write.isPending} onClose={onClose}>
      <form
        id={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          write.mutate({
            body: {
              Amount: { Minor: minor ?? "", Currency: currency },
              ...(reseller && { ResellerId: reseller.id }),
              ValidUntil: until,
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
        <div className="flex flex-wrap items-start gap-3">
          <Segmented label="Currency" choices={currencyChoices} value={currency} onValue={setCurrency} />
          <MoneyField
            label="Amount"
            className="min-w-40 flex-1"
            currency={currency}
            value={minor ?? ""}
            onValue={setMinor}
            error={fields["Amount"] ?? (fields["Minor"] || fields["Amount.Minor"] ? "Enter an amount" : undefined)}
            hint={isLarge ? `Above ${limit}: somebody else must approve it before it can be redeemed.` : undefined}
          />
        </div>
        <Combobox
          label="Only for"
          optional
          hint="Without a reseller, whoever redeems the code first has the credit."
          placeholder="Any reseller"
          value={reseller}
          onValue={setReseller}
          search={searchResellers}
          error={fields["ResellerId"]}
        />
        <DateField
          label="Valid until"
          min={Today}
          today={Today}
          value={until}
          onValue={setUntil}
          error={fields["ValidUntil"]}
        />
        <TextField
          label="Reason"
          hint="The reseller reads it in its credit history."
          maxLength={200}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={fields["Reason"]}
        />
      </form>
    </TaskDialog>
  );
}

const Issued = ({ Code, NeedsApproval, onClose }: ResultOf<typeof creditCodes.issue> & { onClose: () => void }) => (
  <ShownOnceDialog
    title="The new code"
    what="the code"
    loss="The code is never shown again. Without it you have to withdraw it and issue another one."
    onClose={onClose}
  >
    <Alert type="warning">Copy it now. It is not kept here, so nobody can show it to you again.</Alert>
    <CodeBlock label="Code" text={Code} wrap />
    {NeedsApproval && <p className="text-muted">It can be redeemed once somebody else has approved it.</p>}
  </ShownOnceDialog>
);
