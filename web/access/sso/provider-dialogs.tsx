import { providerLinks } from "@tradewind/contract/access/provider-links.ts";
import { call } from "../../platform/api.ts";
import { useWrite } from "../../platform/queries.ts";
import { GiveNameDialog } from "../../shared/give-name-dialog.tsx";
import type { Option } from "../../ui/combobox.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import type { SignInDomain, SignInLink } from "./sso.queries.ts";
import { providerNames } from "../../shared/provider-names.ts";

export type ProviderAction =
  | { kind: "add" }
  | { kind: "domain"; domain: SignInDomain }
  | { kind: "link"; link: SignInLink };
type Props = { onClose: () => void };

/** Confirms adding a domain, and removing a domain or link. */
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
  const add = useWrite(providerLinks.addDomain, {
    refreshes: ["sign-in-domains"],
    shown: true,
    onDone: ({ Domain }) => {
      toast(`People of ${Domain} now sign in at the provider`);
      onClose();
    },
  });
  return (
    <GiveNameDialog
      title="Add domain"
      owner={{ label: "Company", search: findCompanies }}
      name={{
        label: "Domain",
        field: "Domain",
        hint: () => "What stands behind the @ in the usernames of its people.",
      }}
      about="Everybody whose username ends in it is sent to the provider from now on, those with a password here too."
      write={add}
      onGive={(Domain, CompanyId) => add.mutate({ body: { Domain, CompanyId } })}
      onClose={onClose}
    />
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
