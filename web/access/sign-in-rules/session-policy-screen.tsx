import { signInRules, type SessionPolicy } from "@tradewind/contract/access/sign-in-rules.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useProven } from "../../shared/use-proven.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Select } from "../../ui/choice.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.tsx";
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

function Editor({ kept }: { kept: SessionPolicy }) {
  const queries = useQueryClient();
  const visited = useSession().JumpedBy !== null;
  const [draft, setDraft] = useState<Partial<SessionPolicy>>({});
  const { CameByProvider, ...wanted } = { ...kept, ...draft };
  const changed = [...fields.map(({ name }) => name), "SsoOnly" as const].some((name) => wanted[name] !== kept[name]);
  const save = useWrite(signInRules.saveSessionPolicy, {
    shown: true,
    onDone: (saved) => {
      queries.setQueryData(sessionPolicyQuery.queryKey, saved);
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
      send: () => save.mutateAsync({ body: wanted }),
    });
  const choose = (change: Partial<SessionPolicy>) => {
    save.reset();
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
        </Card>
      </div>
      {dialog}
      <LeaveGuard when={() => changed && !save.isPending} />
    </div>
  );
}
