import { fileEndings, kindOfFile } from "@tradewind/domain/support/ticket-files.ts";
import { mostFiles } from "@tradewind/domain/support/tickets.ts";
import { useId, useRef, useState } from "react";
import { asApiError } from "../../platform/api-error.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { SentFile } from "./tickets.queries.ts";

export type Upload = (body: { Name: string; Content: string }) => Promise<SentFile>;

export const sizeWords = (bytes: number) =>
  bytes < 1000
    ? `${bytes} bytes`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1000)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;

type Props = { files: readonly SentFile[]; onFiles: (files: SentFile[]) => void; upload: Upload; error?: string };

/** Attaches files to a message: each is uploaded as soon as it is chosen, and can be removed again. */
export function FilePicker({ files, onFiles, upload, error }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const take = async (chosen: FileList | null) => {
    setWrong(undefined);
    setBusy(true);
    let taken = [...files];
    for (const file of chosen ?? [])
      try {
        if (taken.length >= mostFiles) throw new Error(`At most ${mostFiles} files can go with one message.`);
        taken = [...taken, await upload(await readFile(file))];
      } catch (fault) {
        const refusal = asApiError(fault);
        setWrong(`${file.name}: ${refusal.fields["Content"] ?? refusal.fields["Name"] ?? refusal.message}`);
        break;
      }
    onFiles(taken);
    setBusy(false);
    if (input.current) input.current.value = "";
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
        <ul className="flex flex-wrap gap-2" aria-label="Files to send">
          {files.map((file) => (
            <li
              key={file.Id}
              className="flex max-w-full items-center gap-2 rounded-control border border-line bg-canvas py-0.5 pr-0.5 pl-2.5 text-sm"
            >
              <Icon name="file" size={14} className="text-muted" />
              <span className="truncate">{file.Name}</span>
              <span className="figures shrink-0 text-muted">{sizeWords(file.Size)}</span>
              <IconButton
                icon="close"
                size="small"
                label={`Remove ${file.Name}`}
                onClick={() => onFiles(files.filter((each) => each.Id !== file.Id))}
              />
            </li>
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

async function readFile(file: File): Promise<{ Name: string; Content: string }> {
  const found = kindOfFile(file.name, new Uint8Array(await file.arrayBuffer()));
  if ("wrong" in found) throw new Error(found.wrong);
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error("This file could not be read. Choose it again."));
    reader.readAsDataURL(file);
  });
  return { Name: file.name.slice(-120), Content: address.slice(address.indexOf(",") + 1) };
}
