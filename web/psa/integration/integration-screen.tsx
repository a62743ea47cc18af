import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { PsaCalls, PsaSettings } from "@tradewind/contract/psa/psa.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { psaNames, psaTypes, type PsaType } from "@tradewind/domain/psa/sync.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useAllowed } from "../../platform/session.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Select } from "../../ui/choice.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { PasswordField, TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { ConnectionTest } from "./connection-test.tsx";
import { IntegrationGuide } from "./integration-guide.tsx";
import { availableIntegrationsQuery, psaSettingsQuery, usePsaCalls } from "./integration.queries.ts";

type Wanted = InputOf<PsaCalls["updateSettings"]>["body"];
type Keys = NonNullable<Wanted["keys"]>;

/** What the keys are called at each PSA, and where it is. */
const words: Readonly<Record<PsaType, { user: string; secret: string; clientId: string; address: string }>> = {
  6: { user: "Public key", secret: "Private key", clientId: "Client ID", address: "https://eu.myconnectwise.net" },
  1: {
    user: "User name",
    secret: "Secret",
    clientId: "Integration code",
    address: "https://webservices2.autotask.net",
  },
};
const noKeys: Keys = { user: "", secret: "", clientId: "" };

/** Connects the reseller's own PSA. */
export function IntegrationScreen() {
  const calls = usePsaCalls();
  const seesOverview = useAllowed(screens.psaOverview);
  const settings = useQuery(psaSettingsQuery(calls));
  const available = useQuery(availableIntegrationsQuery(calls));
  const error = settings.error ?? available.error;
  const retry = () => void Promise.all([settings.refetch(), available.refetch()]);
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader
        title="PSA integration"
        about="Bring customers, services and what you bill together with your own system"
        actions={seesOverview && <TextLink to={screens.psaOverview.path}>PSA overview</TextLink>}
      />
      {settings.data !== undefined && available.data ? (
        <IntegrationForm calls={calls} settings={settings.data} types={available.data.map(({ type }) => type)} />
      ) : error ? (
        <QueryError error={error} onRetry={retry} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}

type FormProps = { calls: PsaCalls; settings: PsaSettings; types: readonly PsaType[] };

function IntegrationForm({ calls, settings, types }: FormProps) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Partial<Wanted>>({});
  const change = (part: Partial<Wanted>) => setDraft((before) => ({ ...before, ...part }));
  const kept = {
    type: settings?.type ?? types[0] ?? psaTypes.connectWise,
    address: settings?.address ?? "",
    company: settings?.company ?? "",
    defaultAgreementType: settings?.defaultAgreementType ?? "",
    enabled: settings?.enabled ?? true,
  };
  const { keys = noKeys, ...wanted } = { ...kept, ...draft };
  const name = psaNames[wanted.type];
  const labels = words[wanted.type];
  const isConnectWise = wanted.type === psaTypes.connectWise;
  const given = Object.values(keys).some((key) => key !== "");
  const changed = given || JSON.stringify(wanted) !== JSON.stringify(kept);
  const place = { type: wanted.type, address: wanted.address, company: isConnectWise ? wanted.company : "" };
  // Keys that are held are of one PSA, at one address and of one company.
  const isHeldPlace =
    settings !== null && Object.entries(place).every(([part, value]) => settings[part as keyof typeof place] === value);
  const test = useWrite(calls.testConnection, { shown: true });
  const save = useWrite(calls.updateSettings, {
    shown: true,
    refreshes: ["psa"],
    onDone: ({ response }) => {
      queries.setQueryData(psaSettingsQuery(calls).queryKey, response);
      setDraft({});
      toast("The PSA integration was saved");
    },
  });
  const failed = [save, test].find(({ error }) => error)?.error;
  const fields = failed?.fields ?? {};
  const keyField = (key: keyof Keys) => ({
    label: labels[key],
    value: keys[key],
    autoComplete: "off",
    error: fields[`keys.${key}`],
    onChange: ({ target }: { target: { value: string } }) => change({ keys: { ...keys, [key]: target.value } }),
  });
  return (
    <div className="grid gap-4">
      <IntegrationGuide key={wanted.type} type={wanted.type} />
      <Card title="Connection">
        <form
          noValidate
          className="grid gap-4 pt-2"
          onSubmit={(event) => {
            event.preventDefault();
            test.reset();
            save.mutate({ body: { ...wanted, ...place, ...(given && { keys }) } });
          }}
        >
          {failed && (Object.keys(fields).length === 0 || fields["keys"]) && (
            <Alert type="error" live>
              {fields["keys"] ?? failed.message}
            </Alert>
          )}
          <Select
            label="PSA"
            value={String(wanted.type)}
            onChange={({ target }) => {
              test.reset();
              change({ type: Number(target.value) as PsaType });
            }}
            choices={types.map((type) => ({ value: String(type), label: psaNames[type] }))}
          />
          <TextField
            label="Address"
            hint={`As in ${labels.address}`}
            value={wanted.address}
            error={fields["address"]}
            onChange={({ target }) => change({ address: target.value })}
          />
          {isConnectWise && (
            <TextField
              label="Company ID"
              hint="The company that you type when you sign in at ConnectWise"
              value={wanted.company}
              error={fields["company"]}
              onChange={({ target }) => change({ company: target.value })}
            />
          )}
          <p className="text-sm text-muted">
            {isHeldPlace
              ? "Leave the keys empty to keep those that are stored. They are never shown again."
              : `The keys that ${name} gave you. They are encrypted, and never shown again.`}
          </p>
          <TextField {...keyField("user")} />
          <PasswordField {...keyField("secret")} />
          <TextField {...keyField("clientId")} />
          <TextField
            label="Default agreement type"
            optional
            hint={`Of agreements in ${name} that lines are added to`}
            value={wanted.defaultAgreementType}
            error={fields["defaultAgreementType"]}
            onChange={({ target }) => change({ defaultAgreementType: target.value })}
          />
          <Checkbox
            label="Enabled"
            hint="Switched off, nothing is read or matched. What was matched stays."
            checked={wanted.enabled}
            onChange={({ target }) => change({ enabled: target.checked })}
          />
          {test.data && <ConnectionTest outcome={test.data} />}
          {settings && (
            <p className="text-sm text-muted">
              Saved {formatDateTime(settings.changedAt)} by {settings.changedBy}. Another PSA, address or company begins
              without what was read so far.
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={save.isPending}>
              Save
            </Button>
            <Button
              busy={test.isPending}
              onClick={() => {
                save.reset();
                test.mutate({ body: { ...place, ...(given && { keys }) } });
              }}
            >
              Test connection
            </Button>
          </div>
        </form>
        <LeaveGuard when={() => changed && !save.isPending} />
      </Card>
    </div>
  );
}
