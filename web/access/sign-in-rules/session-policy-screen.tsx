import { companyProvider } from "@tradewind/contract/access/company-providers.ts";
import { signInRules, type SessionPolicy } from "@tradewind/contract/access/sign-in-rules.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useAllowed, useSession } from "../../platform/session.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { ProviderButton } from "../../shared/provider-button.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useProven } from "../../shared/use-proven.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Select } from "../../ui/choice.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { toast } from "../../ui/toast.tsx";
import { companyProviderQuery } from "../company-providers/company-providers.queries.ts";
import { sessionPolicyQuery } from "./sign-in-rules.queries.ts";

const about = "How long your company’s own people stay signed in, and in how many places";

/** Chooses how long sessions of a company's people last, how many there may be, and how they begin. */
export function SessionPolicyScreen() {
  const { data, error, refetch } = useQuery(sessionPolicyQuery);
  if (data) return <Editor kept={data} />;
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader title="Session rules" about={about} />
      {error ? <QueryError error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-96 w-full" />}
    </div>
  );
}

type Numbers = Pick<SessionPolicy, "IdleMinutes" | "LifeHours" | "MostSessions">;
const fields: readonly {
  name: keyof Numbers;
  label: string;
  hint: string;
  choices: readonly [number | null, string][];
}[] = [
  {
    name: "IdleMinutes",
    label: "Ends when no page was open for",
    hint: "An open page keeps its session going.",
    choices: [
      [null, "60 minutes, as usual"],
      [45, "45 minutes"],
      [30, "30 minutes"],
      [15, "15 minutes"],
    ],
  },
  {
    name: "LifeHours",
    label: "Ends in any case after",
    hint: "People sign in again, however busy they are.",
    choices: [
      [null, "12 hours, as usual"],
      [8, "8 hours"],
      [4, "4 hours"],
      [2, "2 hours"],
      [1, "1 hour"],
    ],
  },
  {
    name: "MostSessions",
    label: "Sessions of one person at a time",
    hint: "Signing in once more ends the one used longest ago.",
    choices: [
      [null, "Any number, as usual"],
      [10, "10"],
      [5, "5"],
      [3, "3"],
      [2, "2"],
      [1, "1"],
    ],
  },
];

const colleagues = (count: number, one: string, more: string) =>
  count === 1 ? `1 colleague ${one}` : `${count} colleagues ${more}`;

/** Says whom single sign-on only signs out now, and who signs in at a provider for the first time then. */
function whatItMeans({ SignedInOtherwise: signedIn, Unlinked, AllUnlinked }: SessionPolicy["Others"]): string {
  const which = Unlinked < signedIn ? `${Unlinked} of them ` : signedIn === 1 ? "" : "all of them ";
  const ended =
    signedIn === 0
      ? "Nobody else is signed in by password or passkey at the moment."
      : `${colleagues(signedIn, "is", "are")} signed out at once${Unlinked > 0 ? `, ${which}without a link to the provider yet` : ""}.`;
  const first =
    AllUnlinked === 0
      ? "All your people are linked to a provider."
      : `In all, ${colleagues(AllUnlinked, "has", "have")} no link yet: it is made at the first sign-in there, which may ask for the password once more.`;
  return `${ended} ${first}`;
}

/**
 * Leads to the company's own provider and back. The sign-in page asks whoever set the provider up for a password, so that
 * they would not get there otherwise.
 */
function SignInThere() {
  const { Reseller, HasOtherCompanies } = useSession();
  const mayKnow = useAllowed(companyProvider.current);
  const { data } = useQuery({ ...companyProviderQuery, enabled: mayKnow });
  // The provider speaks for nobody who acts for another company as well.
  if (!data?.Provider?.IsOn || HasOtherCompanies) return null;
  return (
    <div className="pt-2 pl-6.5 max-md:pl-7.5">
      <ProviderButton company={Reseller!.Id}>Sign in at your provider</ProviderButton>
    </div>
  );
}

function Editor({ kept }: { kept: SessionPolicy }) {
  const queries = useQueryClient();
  const visited = useSession().JumpedBy !== null;
  const [draft, setDraft] = useState<Partial<SessionPolicy>>({});
  const { CameByProvider, Others, ...wanted } = { ...kept, ...draft };
  const demands = wanted.SsoOnly && !kept.SsoOnly;
  const changed = [...fields.map(({ name }) => name), "SsoOnly" as const].some((name) => wanted[name] !== kept[name]);
  const save = useWrite(signInRules.saveSessionPolicy, {
    shown: true,
    onDone: (saved) => {
      queries.setQueryData(sessionPolicyQuery.queryKey, { ...kept, ...saved });
      setDraft({});
      toast("Session rules saved");
    },
  });
  const [send, dialog] = useProven();
  const problem = save.error?.code === "confirmFirst" ? null : save.error;
  const submit = () =>
    send({
      title: "Save the rules",
      action: "Save changes",
      about: "Confirm that it is you: the rules hold for all your colleagues.",
      ...(demands && { title: "Demand single sign-on", action: "Demand it", loss: whatItMeans(Others) }),
      send: () => save.mutateAsync({ body: wanted }),
    });
  const choose = (change: Partial<SessionPolicy>) => {
    save.reset();
    // People come and go: who would be signed out is counted when it is asked for.
    if (change.SsoOnly) void queries.invalidateQueries(sessionPolicyQuery);
    setDraft((before) => ({ ...before, ...change }));
  };
  const locked = save.isPending || visited;
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader
        title="Session rules"
        about={about}
        actions={
          !visited && (
            <Button variant="primary" busy={save.isPending} disabled={!changed} onClick={() => void submit()}>
              Save changes
            </Button>
          )
        }
      />
      <div className="grid gap-4">
        {problem && (
          <Alert type="danger" live title="The rules were not saved">
            {problem.message}
          </Alert>
        )}
        <Card
          title="Sessions"
          about="For resellers and engineers of your company. Changes hold at once, also for people who are signed in."
        >
          <div className="grid gap-5 md:grid-cols-2">
            {fields.map(({ name, label, hint, choices }) => {
              const value = wanted[name];
              const known = choices.some(([each]) => each === value)
                ? choices
                : [...choices, [value, String(value)] as const];
              return (
                <Select
                  key={name}
                  label={label}
                  hint={hint}
                  disabled={locked}
                  choices={known.map(([each, words]) => ({ value: String(each ?? ""), label: words }))}
                  value={String(value ?? "")}
                  onChange={({ target }) => choose({ [name]: target.value === "" ? null : Number(target.value) })}
                />
              );
            })}
          </div>
        </Card>
        <Card title="Ways in">
          <Checkbox
            label="Single sign-on only"
            hint={
              CameByProvider || wanted.SsoOnly
                ? "Your people sign in at your organisation’s provider. Passwords and passkeys no longer let them in, and sessions begun with them end. Should the provider fail, the marketplace can let them in again."
                : "To demand it, sign in at your organisation’s provider first, which proves that it works for you."
            }
            checked={wanted.SsoOnly}
            disabled={locked || (!CameByProvider && !wanted.SsoOnly)}
            onChange={({ target }) => choose({ SsoOnly: target.checked })}
          />
          {!CameByProvider && !wanted.SsoOnly && !visited && <SignInThere />}
          {demands && (
            <div className="pt-3">
              <Alert type="warning" live>
                {whatItMeans(Others)}
              </Alert>
            </div>
          )}
        </Card>
      </div>
      {dialog}
      <LeaveGuard when={() => changed && !save.isPending} />
    </div>
  );
}
