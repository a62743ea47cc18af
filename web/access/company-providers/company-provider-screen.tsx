import {
  companyProvider,
  rolesAdded,
  type CompanyProviderSettings,
} from "@tradewind/contract/access/company-providers.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { sso } from "@tradewind/contract/access/sso.ts";
import { mixes } from "@tradewind/domain/access/roles.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { leave } from "../../platform/leave.ts";
import { useWrite } from "../../platform/queries.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Select } from "../../ui/choice.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Card, Facts, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { PasswordField, TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { companyProviderQuery } from "./company-providers.queries.ts";
import { ProviderDomains } from "./provider-domains.tsx";
import { useProven } from "../../shared/use-proven.tsx";

const ProvisioningTokens = lazy(async () => ({
  default: (await import("./provisioning-tokens.tsx")).ProvisioningTokens,
}));

const about = "Your people sign in where they sign in to everything else";

/** Sets up the company's own identity provider. */
export function CompanyProviderScreen() {
  const { data, error, refetch } = useQuery(companyProviderQuery);
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader title="Identity provider" about={about} />
      {data ? (
        <div className="grid gap-4">
          <Tested />
          {!data.MayChange && (
            <Alert type="info">
              Only somebody who holds every role of your company, signing agreements included, can change this: whoever
              decides how people sign in could become any of them. Ask an owner of your company.
            </Alert>
          )}
          {data.Provider && <State settings={data} />}
          {data.MayChange ? <Settings settings={data} /> : <ReadOnly settings={data} />}
          <ProviderDomains settings={data} />
          <Suspense fallback={null}>
            <ProvisioningTokens mayChange={data.MayChange} />
          </Suspense>
        </div>
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}

/** Says once how the test ended from which the person just came back. */
function Tested() {
  const [ended] = useState(() => {
    const held = sessionStorage.getItem("providerTested");
    sessionStorage.removeItem("providerTested");
    return held;
  });
  if (ended === null) return null;
  return ended === "true" ? (
    <Alert type="success" live>
      The test worked: the provider says who somebody is.
    </Alert>
  ) : (
    <Alert type="error" live>
      The test did not work. Check the client ID, the secret, and that the provider knows the address below.
    </Alert>
  );
}

function useSaved() {
  const queries = useQueryClient();
  return (saved: CompanyProviderSettings) => queries.setQueryData(companyProviderQuery.queryKey, saved);
}

function State({ settings: { Provider, Domains, MayChange } }: { settings: CompanyProviderSettings }) {
  const saved = useSaved();
  const [send, dialog] = useProven();
  const turn = useWrite(companyProvider.turn, { shown: true, onDone: saved });
  const remove = useWrite(companyProvider.remove, { shown: true, onDone: saved });
  const test = useWrite(sso.test, { shown: true, onDone: ({ AuthoriseUrl }) => leave.to(AuthoriseUrl) });
  const { IsOn, TestedAt } = Provider!;
  const proven = Domains.filter(({ ProvenAt }) => ProvenAt !== null);
  const failed = [test.error, turn.error, remove.error].find((error) => error && error.code !== "confirmFirst");
  return (
    <Card>
      <div className="grid gap-4 pt-2">
        <div className="grid gap-1">
          <StatusDot tone={IsOn ? "success" : TestedAt ? "warning" : "disabled"}>
            {IsOn ? "On" : TestedAt ? "Tested, off" : "Not tested yet"}
          </StatusDot>
          <p className="text-sm text-muted">
            {IsOn
              ? `People at ${proven.map(({ Domain }) => Domain).join(", ") || "no domain"} sign in at your provider. Whoever set it up can still sign in by password, to switch it off, unless the session rules let people in by single sign-on only.`
              : "Test the provider, prove a domain, then switch it on. Until then nothing changes for anybody."}
          </p>
        </div>
        {failed && (
          <Alert type="error" live>
            {failed.message}
          </Alert>
        )}
        {MayChange && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant={IsOn ? undefined : "primary"}
              busy={turn.isPending}
              disabled={!IsOn && (TestedAt === null || proven.length === 0)}
              onClick={() =>
                void send({
                  title: IsOn ? "Switch off the provider" : "Switch on the provider",
                  action: IsOn ? "Switch off" : "Switch on",
                  loss: IsOn
                    ? "People who signed in at it are signed out, and need a password from then on."
                    : undefined,
                  send: () => turn.mutateAsync({ body: { IsOn: !IsOn } }),
                })
              }
            >
              {IsOn ? "Switch off" : "Switch on"}
            </Button>
            <Button busy={test.isPending} onClick={() => test.mutate({})}>
              Test
            </Button>
            <Button
              variant="outlineDanger"
              busy={remove.isPending}
              onClick={() =>
                void send({
                  title: "Remove the provider",
                  action: "Remove",
                  loss: "Its settings and its secret are deleted, and people who signed in at it are signed out. They need a password from then on.",
                  send: () => remove.mutateAsync({}),
                })
              }
            >
              Remove
            </Button>
          </div>
        )}
      </div>
      {dialog}
    </Card>
  );
}

/** What whoever may not change it needs to know of it. */
const ReadOnly = ({ settings: { Provider } }: { settings: CompanyProviderSettings }) => (
  <Card title="Provider">
    {Provider ? (
      <Facts
        facts={[
          { label: "Issuer", value: <span className="wrap-anywhere">{Provider.Issuer}</span> },
          { label: "Client ID", value: <span className="wrap-anywhere">{Provider.ClientId}</span> },
          {
            label: "People who first sign in",
            value: Provider.AddsPeople ? `Added with the role ${mixes[Provider.Role].name}` : "Need an account here",
          },
          { label: "Saved", value: `${formatDateTime(Provider.ChangedAt)} by ${Provider.ChangedBy}` },
        ]}
      />
    ) : (
      <p className="text-muted">No provider is set up.</p>
    )}
  </Card>
);

type Wanted = InputOf<typeof companyProvider.save>["body"];

function Settings({ settings: { Provider, RedirectUri } }: { settings: CompanyProviderSettings }) {
  const saved = useSaved();
  const [send, dialog] = useProven();
  const [draft, setDraft] = useState<Partial<Wanted>>({});
  const change = (part: Partial<Wanted>) => setDraft((before) => ({ ...before, ...part }));
  const kept = {
    Issuer: Provider?.Issuer ?? "",
    ClientId: Provider?.ClientId ?? "",
    AddsPeople: Provider?.AddsPeople ?? false,
    Role: Provider?.Role ?? "readOnly",
  };
  const { ClientSecret = "", ...wanted } = { ...kept, ...draft };
  const { Issuer, ClientId, AddsPeople, Role } = wanted;
  const changed = ClientSecret !== "" || JSON.stringify(wanted) !== JSON.stringify(kept);
  const save = useWrite(companyProvider.save, {
    shown: true,
    onDone: (answer) => {
      saved(answer);
      setDraft({});
      toast("The identity provider was saved");
    },
  });
  const { fields = {}, code, message } = save.error ?? {};
  return (
    <Card title="Provider" about="OpenID Connect, as in Entra ID, Okta or Google Workspace">
      <form
        noValidate
        className="grid gap-4 pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          const body = { ...wanted, ...(ClientSecret && { ClientSecret }) };
          void send({
            title: "Save the identity provider",
            action: "Save",
            send: () => save.mutateAsync({ body }),
          });
        }}
      >
        {message && code !== "confirmFirst" && Object.keys(fields).length === 0 && (
          <Alert type="error" live>
            {message}
          </Alert>
        )}
        <div className="grid gap-1">
          <span className="text-sm font-medium">Redirect address, to enter at the provider</span>
          <span className="flex flex-wrap items-center gap-2">
            <code className="min-w-0 wrap-anywhere">{RedirectUri}</code>
            <CopyButton text={RedirectUri} />
          </span>
        </div>
        <TextField
          label="Issuer"
          hint="As in https://login.microsoftonline.com/<tenant>/v2.0"
          value={Issuer}
          error={fields["Issuer"]}
          onChange={({ target }) => change({ Issuer: target.value })}
        />
        <TextField
          label="Client ID"
          value={ClientId}
          error={fields["ClientId"]}
          onChange={({ target }) => change({ ClientId: target.value })}
        />
        <PasswordField
          label="Client secret"
          autoComplete="off"
          hint={
            Provider
              ? "Leave empty to keep the one that is stored. It is never shown again."
              : "It is never shown again."
          }
          value={ClientSecret}
          error={fields["ClientSecret"]}
          onChange={({ target }) => change({ ClientSecret: target.value })}
        />
        <Checkbox
          label="Add people when they first sign in"
          hint="Otherwise only people who have an account here can sign in."
          checked={AddsPeople}
          onChange={({ target }) => change({ AddsPeople: target.checked })}
        />
        <Select
          label="Role of added people"
          value={Role}
          error={fields["Role"]}
          disabled={!AddsPeople}
          onChange={({ target }) => change({ Role: target.value as typeof Role })}
          choices={rolesAdded.map((role) => ({ value: role, label: mixes[role].name }))}
        />
        {Provider && (
          <p className="text-sm text-muted">
            Saved {formatDateTime(Provider.ChangedAt)} by {Provider.ChangedBy}. Another issuer, client or secret
            switches the provider off until it is tested again.
          </p>
        )}
        <div>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
      {dialog}
      <LeaveGuard when={() => changed && !save.isPending} />
    </Card>
  );
}
