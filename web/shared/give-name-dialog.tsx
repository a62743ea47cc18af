import { useId, useState, type FormEvent } from "react";
import type { ApiError } from "../platform/api-error.ts";
import { Combobox, type Option } from "../ui/combobox.tsx";
import { TaskDialog } from "../ui/dialog.tsx";
import { Alert } from "../ui/alert.tsx";
import { TextField } from "../ui/text-field.tsx";

type Props = {
  /** Used for the dialog and its button. */
  title: string;
  subtitle?: string;
  owner: { label: string; search: (text: string, signal: AbortSignal) => Promise<readonly Option[]> };
  /** `field` is its name on the wire, for the server's messages. */
  name: { label: string; field: string; hint: (typed: string) => string };
  /** The consequences of adding it. */
  about?: string;
  write: { isPending: boolean; error: ApiError | null };
  onGive: (name: string, ownerId: string) => void;
  onClose: () => void;
};

/** Assigns a host or a domain to a company of the marketplace. */
export function GiveNameDialog({ title, subtitle, owner, name, about, write, onGive, onClose }: Props) {
  const form = useId();
  const [company, setCompany] = useState<Option | null>(null);
  const [typed, setTyped] = useState("");
  const [missing, setMissing] = useState(false);
  const fault = write.error?.fields[name.field];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(company === null);
    if (company) onGive(typed, company.id);
  };
  return (
    <TaskDialog
      title={title}
      subtitle={subtitle}
      size="small"
      onClose={onClose}
      action={title}
      form={form}
      busy={write.isPending}
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={submit}>
        {write.error && !fault && (
          <Alert type="error" live>
            {write.error.message}
          </Alert>
        )}
        <Combobox
          label={owner.label}
          value={company}
          onValue={setCompany}
          search={owner.search}
          placeholder={`Select a ${owner.label.toLowerCase()}`}
          error={missing && !company ? `${owner.label} is required` : undefined}
          autoFocus
        />
        <TextField
          label={name.label}
          hint={name.hint(typed)}
          inputMode="url"
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={fault}
        />
        {about && <p className="text-sm text-muted">{about}</p>}
      </form>
    </TaskDialog>
  );
}
