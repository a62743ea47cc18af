import { desk } from "@tradewind/contract/support/desk.ts";
import { ticketFiles } from "@tradewind/contract/support/ticket-files.ts";
import { fileEndings } from "@tradewind/domain/values/sent-files.ts";
import { mostFiles } from "@tradewind/domain/support/tickets.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { call } from "../../platform/api.ts";
import { readSentFile, reasonOfFile, sizeWords } from "../../shared/sent-file.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { keptFilesQuery, type SentFile } from "./tickets.queries.ts";

export type Upload = (body: { Name: string; Content: string }) => Promise<SentFile>;

type Props = {
  files: readonly SentFile[];
  onFiles: (files: SentFile[]) => void;
  upload: Upload;
  /** The ticket that the operator's staff answers. */
  deskTicket?: string;
  error?: string;
};

type ScanWords = { icon: IconName; words: string; look: string };
const scanWords: Partial<Record<SentFile["Scan"], ScanWords>> = {
  waiting: { icon: "clock", words: "Being checked for viruses", look: "text-muted" },
  clean: { icon: "check", words: "No virus found", look: "text-muted" },
  infected: { icon: "alert", words: "A virus was found: remove it", look: "font-medium text-danger" },
};

/** Attaches files to a message: each is uploaded as soon as it is chosen, and can be removed again. */
export function FilePicker({ files, onFiles, upload, deskTicket, error }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const { data: looked } = useQuery(keptFilesQuery(files, deskTicket));
  const scanOf = (file: SentFile) => scanWords[looked?.find(({ Id }) => Id === file.Id)?.Scan ?? file.Scan];
  const take = async (chosen: FileList | null) => {
    setWrong(undefined);
    setBusy(true);
    let taken = [...files];
    for (const file of chosen ?? [])
      try {
        if (taken.length >= mostFiles) throw new Error(`At most ${mostFiles} files can go with one message.`);
        taken = [...taken, await upload(await readSentFile(file))];
      } catch (fault) {
        setWrong(`${file.name}: ${reasonOfFile(fault)}`);
        break;
      }
    onFiles(taken);
    setBusy(false);
    if (input.current) input.current.value = "";
  };
  const remove = (file: SentFile) => {
    onFiles(files.filter((each) => each.Id !== file.Id));
    const params = { waitingFileId: file.Id };
    const removed = deskTicket
      ? call(desk.removeFile, { params: { ...params, ticketId: deskTicket } })
      : call(ticketFiles.remove, { params });
    // The message goes without it either way, and the server removes what is left over within a day.
    removed.catch(() => undefined);
  };
  return (
    <div className="grid gap-2">
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        hidden
        accept={fileEndings.map((ending) => `.${ending}`).join(",")}
        onChange={({ target }) => void take(target.files)}
      />
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="Files to send" aria-live="polite">
          {files.map((file) => (
            <FileChip key={file.Id} file={file} scan={scanOf(file)} onRemove={() => remove(file)} />
          ))}
        </ul>
      )}
      {(wrong ?? error) && <FieldError>{wrong ?? error}</FieldError>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          icon="add"
          size="small"
          busy={busy}
          disabled={files.length >= mostFiles}
          onClick={() => input.current?.click()}
        >
          Attach files
        </Button>
        <span className="text-sm text-muted">
          Up to {mostFiles} files of 5 MB each. Pictures, PDF, Office, ZIP, text.
        </span>
      </div>
    </div>
  );
}

function FileChip({ file, scan, onRemove }: { file: SentFile; scan: ScanWords | undefined; onRemove: () => void }) {
  return (
    <li className="flex max-w-full items-center gap-2 rounded-control border border-line bg-canvas py-0.5 pr-0.5 pl-2.5 text-sm">
      <Icon name={scan?.icon ?? "file"} size={14} className={scan?.look ?? "text-muted"} />
      <span className="flex min-w-0 flex-wrap gap-x-2">
        <span className="min-w-0 wrap-anywhere">{file.Name}</span>
        <span className="figures text-muted">{sizeWords(file.Size)}</span>
        {scan && <span className={scan.look}>{scan.words}</span>}
      </span>
      <IconButton icon="close" size="small" label={`Remove ${file.Name}`} onClick={onRemove} />
    </li>
  );
}
