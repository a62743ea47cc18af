import { providerLinks } from "@tradewind/contract/provider-links.ts";
import { useId, useState, type FormEvent } from "react";
import { call } from "../../platform/api.ts";
import { useWrite } from "../../platform/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Combobox, type Option } from "../../ui/combobox.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/status.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { providerNames, type SignInDomain, type SignInLink } from "./sso.queries.ts";

export type ProviderAction =
  | { kind: "add" }
  | { kind: "domain"; domain: SignInDomain }
  | { kind: "link"; link: SignInLink };
type Props = { onClose: () => void };

/** What is asked before a domain is added, or a domain or link removed. */
export function ProviderDialogs({ action, onClose }: Props & { action: ProviderAction }) {
  if (action.kind === "domain") return <RemoveDomain domain={action.domain} onClose={onClose} />;
  if (action.kind === "link") return <RemoveLink link={action.link} onClose={onClose} />;
  return <AddDomain onClose={onClose} />;
}

async function findCompanies(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  const { Items } = await call(providerLinks.companies, { query: { Search: text }, signal });
  return Items.map(({ Id, Name }) => ({ id: Id, label: Name }));
}

function AddDomain({ onClose }: Props) {
  const form = useId();
  const [company, setCompany] = useState<Option | null>(null);
  const [domain, setDomain] = useState("");
  const [missing, setMissing] = useState(false);
  const add = useWrite(providerLinks.addDomain, {
    refreshes: ["sign-in-domains"],
    shown: true,
    onDone: ({ Domain }) => {
      toast(`People of ${Domain} now sign in at the provider`);
      onClose();
    },
  });
  const fault = add.error?.fields["Domain"];

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(company === null);
    if (company) add.mutate({ body: { Domain: domain, CompanyId: company.id } });
  }

  return (
    <Dialog
      title="Add domain"
      size="small"
      onClose={onClose}
      locked={add.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={add.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={add.isPending}>
            Add domain
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={submit}>
        {add.error && !fault && (
          <Alert type="error" live>
            {add.error.message}
          </Alert>
        )}
        <Combobox
          label="Company"
          value={company}
          onValue={setCompany}
          search={findCompanies}
          placeholder="Select a company"
          error={missing && !company ? "Company is required" : undefined}
          autoFocus
        />
        <TextField
          label="Domain"
          hint="What stands behind the @ in the usernames of its people."
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={domain}
          onChange={({ target }) => setDomain(target.value)}
          error={fault}
        />
        <p className="text-sm text-muted">
          Everybody whose username ends in it is sent to the provider from now on, those with a password here too.
        </p>
      </form>
    </Dialog>
  );
}

function RemoveDomain({ domain, onClose }: Props & { domain: SignInDomain }) {
  const remove = useWrite(providerLinks.removeDomain, { refreshes: ["sign-in-domains"], onDone: onClose });
  return (
    <ConfirmDialog
      title={`Remove ${domain.Domain}?`}
      action="Remove domain"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { signInDomain: domain.Domain } })}
      onClose={onClose}
    >
      Its people sign in with a password here again. Who is linked to the provider by name goes on signing in there.
    </ConfirmDialog>
  );
}

function RemoveLink({ link, onClose }: Props & { link: SignInLink }) {
  const remove = useWrite(providerLinks.removeLink, {
    refreshes: ["sign-in-links"],
    onDone: () => {
      toast(`The link of ${link.Name} was removed`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove the link of ${link.Name}?`}
      action="Remove link"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { linkId: link.Id } })}
      onClose={onClose}
    >
      They no longer come in by {providerNames[link.Provider]}, and where they came in by it they are signed out now.
      Without a password here they cannot sign in until they are linked again.
    </ConfirmDialog>
  );
}
