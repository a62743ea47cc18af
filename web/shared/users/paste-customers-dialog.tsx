import { mostTexts, restrictions } from "@tradewind/contract/access/restrictions.ts";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import type { ChosenCustomer } from "../../access/restrictions/restrictions.queries.ts";

type Props = { onFound: (found: readonly ChosenCustomer[]) => void; onClose: () => void };

/** Chooses customers from a pasted list. Entries without a match stay in the field to be corrected. */
export function PasteCustomersDialog({ onFound, onClose }: Props) {
  const [text, setText] = useState("");
  const match = useWrite(restrictions.matchCustomers, {
    shown: true,
    onDone: ({ Items, Unknown }) => {
      onFound(Items);
      toast(`${Items.length} ${Items.length === 1 ? "customer" : "customers"} added`);
      if (Unknown.length === 0) onClose();
      else setText(Unknown.join("\n"));
    },
  });
  const Texts = [...new Set(text.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
  const wrong =
    Texts.length > mostTexts
      ? `Paste at most ${mostTexts} lines at a time`
      : Texts.some((line) => line.length > 100)
        ? "A line must be a maximum of 100 character(s)"
        : undefined;
  return (
    <TaskDialog
      title="Paste a list of customers"
      onClose={onClose}
      action="Add customers"
      busy={match.isPending}
      disabled={Texts.length === 0 || wrong !== undefined}
      onConfirm={() => match.mutate({ body: { Texts } })}
    >
      <div className="grid gap-4">
        {match.data && match.data.Unknown.length > 0 && (
          <Alert type="warning" live title={`${match.data.Unknown.length} not found`}>
            These lines match no customer by name or number. Correct them, or close.
          </Alert>
        )}
        {match.error && (
          <Alert type="danger" live title="The list could not be read">
            {match.error.message}
          </Alert>
        )}
        <TextArea
          label="Names or numbers"
          hint="One per line, as in the list of customers"
          rows={10}
          value={text}
          error={wrong}
          disabled={match.isPending}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
    </TaskDialog>
  );
}
