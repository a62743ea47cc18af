import { announcements } from "@tradewind/contract/portal/announcements.ts";
import { useId, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { Combobox, type Option } from "../../ui/combobox.tsx";
import { DateTimeField } from "../../ui/date-field.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useDraft } from "../../shared/draft.ts";
import { searchResellers } from "../flags/flags.queries.ts";
import { AudienceField, type AudienceKind } from "./audience.tsx";

const kinds = [
  { value: "announcement", label: "Announcement" },
  { value: "banner", label: "Banner" },
] as const;
const hints = {
  announcement: "Opens automatically until each person has dismissed it.",
  banner: "Appears above every page while it is shown.",
};
/** Reads a field of date and time in the browser's time zone. */
function instantOf(local: string): string | null {
  const at = new Date(local);
  // Send an invalid time as it is, so that the server's message appears on its field.
  return local === "" ? null : Number.isNaN(at.getTime()) ? local : at.toISOString();
}

/** Writes an announcement or a banner, with its audience and period. */
export function WriteAnnouncementDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const [Kind, setKind] = useState<(typeof kinds)[number]["value"]>("announcement");
  const [{ Title, Body }, setDraft] = useDraft("announcement:new", { Title: "", Body: "" }, { untilLeft: true });
  const [UserKinds, setUserKinds] = useState<AudienceKind[]>([]);
  const [resellers, setResellers] = useState<readonly Option[]>([]);
  const [starts, setStarts] = useState("");
  const [ends, setEnds] = useState("");
  const add = useWrite(announcements.add, { refreshes: ["announcements"], onDone: onClose, shown: true });
  const fields = add.error?.fields ?? {};
  const save = () =>
    add.mutate({
      body: {
        Kind,
        Title,
        Body,
        UserKinds,
        ResellerIds: resellers.map(({ id }) => id),
        Starts: instantOf(starts),
        Ends: instantOf(ends),
      },
    });
  return (
    <TaskDialog title="Write an announcement" onClose={onClose} action="Publish" form={form} busy={add.isPending}>
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {add.error && Object.keys(fields).length === 0 && (
          <Alert type="danger" live>
            {add.error.message}
          </Alert>
        )}
        <div className="grid gap-1.5">
          <Segmented label="Kind" choices={kinds} value={Kind} onValue={setKind} />
          <p className="text-sm text-muted">{hints[Kind]}</p>
        </div>
        <TextField
          label="Title"
          value={Title}
          onChange={({ target }) => setDraft({ Title: target.value, Body })}
          error={fields["Title"]}
        />
        <TextArea
          label="Text"
          hint="Plain text; line breaks are kept."
          value={Body}
          onChange={({ target }) => setDraft({ Title, Body: target.value })}
          error={fields["Body"]}
        />
        <AudienceField kinds={UserKinds} onKinds={setUserKinds} />
        <div className="grid gap-2">
          <Combobox
            label="Resellers"
            optional
            hint="Leave empty to include all resellers."
            error={fields["ResellerIds"]}
            value={null}
            onValue={(option) =>
              option && !resellers.some(({ id }) => id === option.id) && setResellers([...resellers, option])
            }
            search={searchResellers}
          />
          {resellers.length > 0 && (
            <ul className="flex flex-wrap gap-2">
              {resellers.map(({ id, label }) => (
                <li key={id} className="flex items-center gap-1 rounded-full bg-sunken pl-3">
                  <span className="wrap-anywhere">{label}</span>
                  <IconButton
                    icon="close"
                    size="small"
                    label={`Remove ${label}`}
                    onClick={() => setResellers(resellers.filter((each) => each.id !== id))}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          <DateTimeField
            label="From"
            optional
            hint="Leave empty to start now."
            value={starts}
            onValue={setStarts}
            error={fields["Starts"]}
          />
          <DateTimeField
            label="Until"
            optional
            hint="Leave empty to show it until you withdraw it."
            value={ends}
            onValue={setEnds}
            error={fields["Ends"]}
          />
        </div>
      </form>
    </TaskDialog>
  );
}
