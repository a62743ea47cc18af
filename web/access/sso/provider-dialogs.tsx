import { providerLinks } from "@tradewind/contract/access/provider-links.ts";
import type { SentOf } from "@tradewind/contract/endpoint.ts";
import { useState } from "react";
import { call } from "../../platform/api.ts";
import { useWrite } from "../../platform/queries.ts";
import { ProofDialog } from "../../shared/proof-dialog.tsx";
import { GiveNameDialog } from "../../shared/give-name-dialog.tsx";
import type { Option } from "../../ui/combobox.tsx";
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
  const [unproven, setUnproven] = useState<SentOf<typeof providerLinks.addDomain>>();
  const add = useWrite(providerLinks.addDomain, {
    refreshes: ["sign-in-domains"],
    shown: true,
    onDone: ({ Domain }) => {
      toast(`People at ${Domain} now sign in through the provider`);
      onClose();
    },
  });
  if (unproven)
    return (
      <ProofDialog
        refused
        title="Add domain"
        action="Add domain"
        onClose={onClose}
        onProven={() => add.mutateAsync(unproven)}
      >
        Confirm that it is you: the provider will say who the people at {unproven.body.Domain} are.
      </ProofDialog>
    );
  return (
    <GiveNameDialog
      title="Add domain"
      owner={{ label: "Company", search: findCompanies }}
      name={{
        label: "Domain",
        field: "Domain",
        hint: () => "The part after the @ in its people’s usernames.",
      }}
      about="From now on everybody whose username ends in it is sent to the provider, including people with a password here."
      write={add}
      onGive={(Domain, CompanyId) => {
        const sent = { body: { Domain, CompanyId } };
        add.mutate(sent, { onError: ({ code }) => code === "confirmFirst" && setUnproven(sent) });
      }}
      onClose={onClose}
    />
  );
}

function RemoveDomain({ domain, onClose }: Props & { domain: SignInDomain }) {
  const remove = useWrite(providerLinks.removeDomain, {
    refreshes: ["sign-in-domains"],
    shown: true,
    onDone: onClose,
  });
  return (
    <ProofDialog
      title={`Remove ${domain.Domain}?`}
      action="Remove domain"
      danger
      onClose={onClose}
      onProven={() => remove.mutateAsync({ params: { signInDomain: domain.Domain } })}
    >
      Its people sign in with a password here again. People who are linked one by one still sign in through the
      provider.
    </ProofDialog>
  );
}

function RemoveLink({ link, onClose }: Props & { link: SignInLink }) {
  const remove = useWrite(providerLinks.removeLink, {
    refreshes: ["sign-in-links"],
    shown: true,
    onDone: () => {
      toast(`${link.Name} was unlinked`);
      onClose();
    },
  });
  return (
    <ProofDialog
      title={`Unlink ${link.Name}?`}
      action="Unlink"
      danger
      onClose={onClose}
      onProven={() => remove.mutateAsync({ params: { linkId: link.Id } })}
    >
      They can no longer sign in with {providerNames[link.Provider]}, and sessions opened with it end now. Without a
      password here they cannot sign in until they are linked again.
    </ProofDialog>
  );
}
