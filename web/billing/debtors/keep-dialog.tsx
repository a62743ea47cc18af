import { debtors, type DebtorItem } from "@tradewind/contract/billing/debtors.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { useId, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { useDraft } from "../../shared/draft.ts";
import { Alert } from "../../ui/alert.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { MoneyField } from "../../ui/money-field.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";

export type Keeping = "note" | "promise" | "limit";
const words = {
  note: { title: "Add a note", action: "Keep note", text: "Note", done: "The note is kept" },
  promise: { title: "Promised to pay", action: "Keep promise", text: "Who said what", done: "The promise is kept" },
  limit: { title: "Set credit limit", action: "Set limit", text: "Reason", done: "The limit is set" },
} as const;

type Props = { what: Keeping; debtor: DebtorItem; onClose: () => void };

/** Keeps a note, a promise or a limit of a debtor. */
export function KeepDialog({ what, debtor, onClose }: Props) {
  const form = useId();
  const { Today } = useSession();
  const name = `debtor:${what}:${debtor.ResellerId}`;
  const [{ text }, setDraft] = useDraft(name, { text: "" }, { untilLeft: true });
  const [day, setDay] = useState(debtor.PromisedOn ?? addDays(Today, 7));
  const [minor, setMinor] = useState<string | undefined>(debtor.Limit?.Amount?.Minor ?? "");
  const [isNone, setNone] = useState(false);
  const { done, title, action, text: label } = words[what];
  const options = { refreshes: ["debtors"], shown: true, onDone: () => (toast(done), onClose()) };
  const note = useWrite(debtors.note, options);
  const promise = useWrite(debtors.promise, options);
  const limit = useWrite(debtors.limit, options);
  const { error, isPending } = { note, promise, limit }[what];
  const { message, fields = {} } = error ?? {};
  const params = { resellerId: debtor.ResellerId };
  const Text = text.trim();
  const send = () => {
    if (what === "note") note.mutate({ params, body: { Text } });
    if (what === "promise") promise.mutate({ params, body: { PromisedOn: isNone ? null : day, Text } });
    if (what === "limit") limit.mutate({ params, body: { Minor: isNone ? null : (minor ?? ""), Text } });
  };
  return (
    <TaskDialog
      title={title}
      subtitle={debtor.Name}
      action={action}
      size="small"
      form={form}
      busy={isPending}
      onClose={onClose}
    >
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {message && Object.keys(fields).length === 0 && (
          <Alert type="error" live>
            {message}
          </Alert>
        )}
        {what === "promise" && (
          <>
            <DateField
              label="Pays on"
              min={Today}
              today={Today}
              value={day}
              onValue={setDay}
              disabled={isNone}
              error={fields["PromisedOn"]}
            />
            {debtor.PromisedOn !== null && (
              <Checkbox
                label="It promises no longer"
                checked={isNone}
                onChange={({ target }) => setNone(target.checked)}
              />
            )}
          </>
        )}
        {what === "limit" && (
          <>
            <p className="text-muted">
              Orders with which more would be open, unbilled or committed are refused. Reducing and cancelling is always
              possible.
            </p>
            <MoneyField
              label="Credit limit"
              currency={debtor.Owed.Currency}
              value={minor ?? ""}
              onValue={setMinor}
              disabled={isNone}
              error={fields["Minor"]}
            />
            <Checkbox label="No limit" checked={isNone} onChange={({ target }) => setNone(target.checked)} />
          </>
        )}
        <TextArea
          label={label}
          hint={what === "note" ? "The reseller does not see it." : undefined}
          maxLength={2000}
          value={text}
          error={fields["Text"]}
          onChange={({ target }) => setDraft({ text: target.value })}
        />
      </form>
    </TaskDialog>
  );
}
