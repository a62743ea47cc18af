import { bank, type BankStatementItem } from "@tradewind/contract/billing/bank.ts";
import { readText } from "@tradewind/domain/values/text-files.ts";
import { useId, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { Alert } from "../../ui/alert.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { toast } from "../../ui/toast.tsx";

const saidOf = (statements: readonly BankStatementItem[]) => {
  const lines = statements.reduce((sum, { Lines, KnownLines }) => sum + Lines - KnownLines, 0);
  return `${statements.length === 1 ? "1 statement" : `${statements.length} statements`} with ${lines} new ${lines === 1 ? "line" : "lines"} imported`;
};

/** Asks for a file of bank statements, and says what in it deserves a look. */
export function ImportStatementsDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const [file, setFile] = useState<File>();
  const [missing, setMissing] = useState(false);
  const [warnings, setWarnings] = useState<readonly string[]>();
  const write = useWrite(bank.import, {
    refreshes: ["bank"],
    shown: true,
    onDone: ({ Statements }) => {
      toast(saidOf(Statements));
      const found = Statements.flatMap(({ Warning }) => Warning ?? []);
      if (found.length === 0) onClose();
      else setWarnings(found);
    },
  });
  return (
    <TaskDialog
      title="Import bank statements"
      subtitle="Each must add up, and each line is read once"
      form={form}
      action={warnings ? "Close" : "Import"}
      busy={write.isPending}
      onClose={onClose}
    >
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (warnings) return onClose();
          if (!file) return setMissing(true);
          void file
            .arrayBuffer()
            .then((bytes) => write.mutate({ body: { FileName: file.name, Text: readText(new Uint8Array(bytes)) } }));
        }}
      >
        {warnings?.map((warning) => (
          <Alert key={warning} type="warning" title="Imported; please look" live>
            {warning}
          </Alert>
        ))}
        {write.error && (
          <Alert type="error" live>
            {write.error.message}
          </Alert>
        )}
        {!warnings && (
          <FileDrop
            label="Bank statements"
            about="camt.053, MT940, or CSV with the columns Date, Account, Currency, Amount, Balance, Name and Reference"
            accept=".xml,.sta,.mt940,.940,.txt,.csv,text/csv,text/xml,application/xml,text/plain"
            error={missing && !file ? "Choose the file of the statements" : undefined}
            busy={write.isPending}
            onFile={(chosen) => (write.reset(), setFile(chosen))}
          >
            {file && <p className="font-medium wrap-anywhere">{file.name}</p>}
          </FileDrop>
        )}
      </form>
    </TaskDialog>
  );
}
