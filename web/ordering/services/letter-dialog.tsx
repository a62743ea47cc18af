import type { NumberPort } from "@tradewind/contract/ordering/number-ports.ts";
import { portLetters } from "@tradewind/contract/ordering/port-letters.ts";
import { letterFiles } from "@tradewind/domain/ordering/number-ports.ts";
import { useEffect, useId, useRef, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { countOfNumbers } from "../../shared/port-words.ts";
import { readSentFile, reasonOfFile, sizeWords } from "../../shared/sent-file.ts";
import { Alert } from "../../ui/alert.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { toast } from "../../ui/toast.tsx";

/** Uploads the signed letter of a port, in place of an earlier one. */
export function LetterDialog({ item, onClose }: { item: NumberPort; onClose: () => void }) {
  const id = useId();
  const { Today } = useSession();
  const [file, setFile] = useState<File>();
  const [wrong, setWrong] = useState<string>();
  const [signedOn, setSignedOn] = useState(item.SignedOn ?? "");
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const write = useWrite(portLetters.send, {
    refreshes: ["services"],
    shown: true,
    onDone: () => (toast("The letter was uploaded"), onClose()),
  });
  const { fields = {} } = write.error ?? {};
  const refused = write.error && (fields["Content"] || fields["Name"]) ? reasonOfFile(write.error) : undefined;
  const refusal = write.error;
  useEffect(() => {
    if (tries > 0 || refusal) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries, refusal]);
  function take(chosen: File) {
    setFile(chosen);
    setWrong(undefined);
    write.reset();
  }
  async function send() {
    setTries(tries + 1);
    if (!file || signedOn === "") return;
    try {
      const sent = await readSentFile(file, letterFiles);
      setWrong(undefined);
      write.mutate({ params: { numberPortId: item.Id }, body: { ...sent, SignedOn: signedOn } });
    } catch (fault) {
      setWrong(reasonOfFile(fault));
    }
  }
  return (
    <TaskDialog
      title={item.Letter ? "Replace the letter" : "Upload the signed letter"}
      subtitle={`${item.Number}: ${countOfNumbers(item.Count)} from ${item.Provider}`}
      form={id}
      action={item.Letter ? "Replace letter" : "Upload letter"}
      busy={write.isPending}
      onClose={onClose}
    >
      <form
        ref={form}
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {write.error && !refused && (
          <Alert type="error" live>
            {write.error.message}
          </Alert>
        )}
        <FileDrop
          label="Letter of authority"
          about={`Signed by ${item.SignedBy}. A PDF, PNG or JPEG of at most 5 MB.`}
          accept={letterFiles.endings.map((ending) => `.${ending}`).join(",")}
          error={wrong ?? refused ?? (tries > 0 && !file ? "Choose the signed letter" : undefined)}
          busy={write.isPending}
          action={file ? "Choose another" : "Choose file"}
          onFile={take}
        >
          {file && (
            <p className="wrap-anywhere">
              {file.name} <span className="figures text-muted">{sizeWords(file.size)}</span>
            </p>
          )}
        </FileDrop>
        <DateField
          label="Signed on"
          max={Today}
          value={signedOn}
          error={tries > 0 && signedOn === "" ? "This is required" : fields["SignedOn"]}
          onValue={setSignedOn}
        />
        {item.Letter && item.Letter.Scan !== "infected" && (
          <p className="text-sm text-muted">The letter that is there now is removed.</p>
        )}
      </form>
    </TaskDialog>
  );
}
