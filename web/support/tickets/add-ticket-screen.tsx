import { Select } from "../../ui/choice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { AboutFields } from "./about-fields.tsx";
import { ArticleSuggestions } from "./article-suggestions.tsx";
import type { TicketDraft } from "./ticket-draft.ts";
import { TicketForm } from "./ticket-form.tsx";
import { categoryChoices } from "./ticket-words.tsx";
import { useTicketForm } from "./use-ticket-form.ts";

/** `/support/add-new-ticket`, filled in from `customer`, `service` and `subject` in the address. */
export function AddTicketScreen() {
  const form = useTicketForm("ticket");
  const { draft, change, fields, send } = form;
  return (
    <TicketForm
      title="Add support ticket"
      about="Tell us what happened. We notify you of every answer, here and by email."
      action="Send ticket"
      describe={{
        label: "Description",
        hint: "What you did, what you expected and what happened. Include the reference of any error message.",
      }}
      form={form}
      onSend={() => send(draft.subject, draft.category)}
    >
      <TextField
        label="Subject"
        maxLength={150}
        value={draft.subject}
        error={fields["Subject"]}
        onChange={({ target }) => change({ subject: target.value })}
      />
      <ArticleSuggestions subject={draft.subject} />
      <Select
        label="Category"
        placeholder="Choose a category"
        value={draft.category}
        choices={categoryChoices}
        error={fields["Category"]}
        onChange={({ target }) => change({ category: target.value as TicketDraft["category"] })}
      />
      <AboutFields draft={draft} onChange={change} fields={fields} />
    </TicketForm>
  );
}
