import { longestNote } from "@tradewind/contract/ordering/requests.ts";
import { Alert } from "../../ui/alert.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { askWords } from "./ask-words.ts";
import type { Commit } from "./use-commit.ts";

/** Says before an order is placed that it has to be asked for, and takes the note that goes with the request. */
export function AskNote({ commit: { promised, note, setNote } }: { commit: Commit }) {
  const rule = promised?.Rule;
  if (!rule) return null;
  if (!rule.Why)
    return rule.Limit && rule.Left ? (
      <p className="text-sm text-muted">
        {formatMoney(rule.Left)} of {formatMoney(rule.Limit)} can be ordered without asking in this month.
      </p>
    ) : null;
  return (
    <Alert type="info" title="This needs approval">
      <div className="grid gap-3">
        <p>{askWords(rule)} Send it as a request: you are told as soon as it is decided.</p>
        <TextArea
          label="Note"
          optional
          maxLength={longestNote}
          rows={2}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
    </Alert>
  );
}
