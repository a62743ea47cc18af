import { ticketFiles } from "@tradewind/contract/support/ticket-files.ts";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../../platform/api.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { FilePicker } from "./file-picker.tsx";
import type { TicketDraft } from "./ticket-draft.ts";
import { priorityChoices } from "./ticket-words.tsx";
import type { useTicketForm } from "./use-ticket-form.ts";

type Props = {
  title: string;
  about: string;
  action: string;
  describe: { label: string; hint: string };
  form: ReturnType<typeof useTicketForm>;
  onSend: () => void;
  children: ReactNode;
};

/** Frames a page for writing a ticket: its specific fields first, then description, files and urgency. */
export function TicketForm({ title, about, action, describe, form, onSend, children }: Props) {
  const { history } = useRouter();
  const { draft, change, fields, busy, problem } = form;
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader title={title} about={about} />
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        <Card>
          <div className="grid gap-5 pt-2">
            {children}
            <TextArea
              label={describe.label}
              hint={describe.hint}
              rows={8}
              maxLength={5000}
              value={draft.description}
              error={fields["Description"]}
              onChange={({ target }) => change({ description: target.value })}
            />
            <FilePicker
              files={draft.files}
              upload={(body) => call(ticketFiles.upload, { body })}
              error={fields["Files"]}
              onFiles={(files) => change({ files })}
            />
            <Select
              label="Priority"
              className="md:max-w-80"
              value={draft.priority}
              choices={priorityChoices}
              onChange={({ target }) => change({ priority: target.value as TicketDraft["priority"] })}
            />
          </div>
        </Card>
        {problem && (
          <Alert type="error" live>
            {problem}
          </Alert>
        )}
        <p className="text-sm md:text-right text-muted">Your draft is kept until you send it.</p>
        <div className="flex flex-wrap items-center justify-end gap-2 max-md:sticky max-md:bottom-0 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-canvas max-md:px-4 max-md:py-3 max-md:*:flex-1">
          <Button onClick={() => history.back()} disabled={busy}>
            Back
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </div>
  );
}
