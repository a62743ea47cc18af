import { monthClose, type MonthPage } from "@tradewind/contract/billing/month-close.ts";
import { formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useId, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { Alert } from "../../ui/alert.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { taskWords } from "./month-words.tsx";

type Props = { what: "close" | "reopen"; page: MonthPage; onClose: () => void };

/** Closes a month, or opens it again, with the reason that is kept. */
export function CloseDialog({ what, page, onClose }: Props) {
  const form = useId();
  const [note, setNote] = useState("");
  const isClosing = what === "close";
  const name = formatMonth(page.Month);
  const write = useWrite(monthClose[what], {
    refreshes: ["months"],
    shown: true,
    onDone: () => (toast(isClosing ? `${name} is closed` : `${name} is open again`), onClose()),
  });
  const { message, fields = {} } = write.error ?? {};
  const isLeft = isClosing && page.Tasks.length > 0;
  return (
    <TaskDialog
      title={isClosing ? `Close ${name}` : `Open ${name} again`}
      action={isClosing ? "Close month" : "Open again"}
      size="small"
      form={form}
      busy={write.isPending}
      onClose={onClose}
    >
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          write.mutate({ params: { month: page.Month }, body: { Note: note.trim() } });
        }}
      >
        {message !== undefined && Object.keys(fields).length === 0 && (
          <Alert type="error" live>
            {message}
          </Alert>
        )}
        <p>
          {isClosing
            ? "Nothing is posted into it any more. Somebody else can open it again while no later month is closed."
            : "What is posted now can come into it again."}
        </p>
        {isLeft && (
          <Alert type="warning">
            {page.Tasks.map(
              ({ Task, Count }) => `${Count.toLocaleString("en-GB")} ${taskWords[Task][Count === 1 ? "one" : "many"]}`,
            ).join(", ")}
            . Say why that can wait.
          </Alert>
        )}
        <TextArea
          label={isClosing ? "Note" : "Reason"}
          optional={isClosing && !isLeft}
          maxLength={1000}
          value={note}
          error={fields["Note"]}
          onChange={({ target }) => setNote(target.value)}
        />
      </form>
    </TaskDialog>
  );
}
