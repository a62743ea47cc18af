import type { Ticket } from "@tradewind/contract/support/ticket-parts.ts";
import { useDraft } from "../../shared/draft.ts";
import type { Side } from "@tradewind/domain/support/tickets.ts";
import { useState } from "react";
import type { ApiError } from "../../platform/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { FilePicker, type Upload } from "./file-picker.tsx";
import type { SentFile } from "./tickets.queries.ts";

export type Audience = "everyone" | "partner" | "team";
export type Reply = { Text: string; Audience: Audience; Files: string[]; Solves: boolean };
type Draft = { text: string; audience: Audience; files: SentFile[] };
const nothing: Draft = { text: "", audience: "everyone", files: [] };

/** Keeps the reply to a ticket; `clear` takes out what was sent, unless it was changed since, and keeps the audience. */
export function useReplyDraft(ticketId: string) {
  const [draft, setDraft] = useDraft<Draft>(`reply:${ticketId}`, nothing);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const clear = ({ body: { Text, Files = [] } }: { body: Partial<Reply> }) =>
    setDraft((now) => ({
      ...now,
      text: now.text.trim() === Text ? "" : now.text,
      files: now.files.filter(({ Id }) => !Files.includes(Id)),
    }));
  return { draft, change, clear };
}

type Props = {
  ticket: Ticket;
  reader: Side;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  upload: Upload;
  send: (reply: Reply) => void;
  busy: boolean;
  error: ApiError | null;
};

/** Writes a reply: its audience is chosen first and repeated below. A reload loses nothing of it. */
export function ReplyBox({ ticket, reader, draft, change, upload, send, busy, error }: Props) {
  const [missing, setMissing] = useState(false);
  const choices = audiencesOf(ticket, reader);
  const audience = choices.some(({ value }) => value === draft.audience) ? draft.audience : choices[0]!.value;
  const note = audience === "team";
  const submit = (Solves: boolean) => {
    setMissing(draft.text.trim() === "");
    if (draft.text.trim() === "") return;
    const Files = note ? [] : draft.files.map((file) => file.Id);
    send({ Text: draft.text.trim(), Audience: audience, Files, Solves });
  };
  return (
    <form
      noValidate
      aria-label="Write"
      className="grid gap-3 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      {choices.length > 1 && (
        <Segmented
          label="Who reads it"
          quietLabel
          value={audience}
          onValue={(value) => change({ audience: value })}
          choices={choices}
        />
      )}
      <TextArea
        label={note ? "Internal note" : "Your message"}
        rows={5}
        maxLength={5000}
        value={draft.text}
        hint={readersOf(ticket, reader, audience)}
        error={missing && draft.text.trim() === "" ? "Write a message first" : error?.fields["Text"]}
        onChange={({ target }) => change({ text: target.value })}
      />
      {!note && (
        <FilePicker
          files={draft.files}
          upload={upload}
          deskTicket={reader === "operator" ? ticket.Id : undefined}
          error={error?.fields["Files"]}
          onFiles={(files) => change({ files })}
        />
      )}
      {error && Object.keys(error.fields).length === 0 && (
        <Alert type="error" live>
          {error.message}
        </Alert>
      )}
      <div className="flex flex-wrap justify-end gap-2 max-md:*:flex-1">
        {reader === "operator" && !note && audience === "everyone" && (
          <Button icon="check" disabled={busy} onClick={() => submit(true)}>
            Send and solve
          </Button>
        )}
        <Button type="submit" variant="primary" busy={busy}>
          {note ? "Save note" : "Send"}
        </Button>
      </div>
    </form>
  );
}

function audiencesOf({ Shared, May }: Ticket, reader: Side): { value: Audience; label: string }[] {
  const partner = reader === "operator" ? "Reseller only" : "Ask Tradewind";
  return [
    ...(May.Reply
      ? [
          { value: "everyone" as const, label: "Reply" },
          ...(Shared && reader !== "customer" ? [{ value: "partner" as const, label: partner }] : []),
        ]
      : []),
    ...(May.Note ? [{ value: "team" as const, label: "Internal note" }] : []),
  ];
}

function readersOf({ Shared, CustomerName }: Ticket, reader: Side, audience: Audience): string {
  const customer = CustomerName ?? "the customer";
  if (audience === "team")
    return reader === "operator" ? "Only Tradewind's staff read this." : "Only your own colleagues read this.";
  if (reader === "customer") return "Your provider reads this, and Tradewind where it helps.";
  const other = reader === "operator" ? "The reseller" : "Tradewind";
  if (audience === "partner") return `${other} reads this; ${customer} does not.`;
  return Shared ? `${other} and ${customer} read this.` : `${other} reads this.`;
}
