import { apiTokens, operatorTokens } from "@tradewind/contract/access/api-tokens.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { scopeAreas, tokenDays, type Scope } from "@tradewind/domain/access/scopes.ts";
import { useEffect, useId, useState, type FormEvent } from "react";
import { useWrite } from "../../platform/queries.ts";
import { ShownOnceDialog } from "../../shared/shown-once-dialog.tsx";
import { useProven } from "../../shared/use-proven.tsx";
import { Checkbox, Select } from "../../ui/choice.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { ConfirmDialog, TaskDialog } from "../../ui/dialog.tsx";
import { FieldError } from "../../ui/field.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { Owner } from "./api-tokens.queries.ts";
import { areaWords, readOf, writeOf } from "@tradewind/domain/access/scope-words.ts";

const lives = [30, tokenDays.usual, 180, tokenDays.most].map((days) => ({
  value: String(days),
  label: days === tokenDays.most ? "One year" : `${days} days`,
}));

/** Asks for a token's name, scopes and life, then shows the token, once. */
export function MakeTokenDialog({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const form = useId();
  const [name, setName] = useState("");
  const [held, setHeld] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState(String(tokenDays.usual));
  const [leaving, setLeaving] = useState(false);
  const [made, setMade] = useState<ResultOf<typeof apiTokens.create>>();
  const options = { refreshes: ["apiTokens"], shown: true, onDone: setMade };
  const ofCompany = useWrite(apiTokens.create, options);
  const ofOperator = useWrite(operatorTokens.create, options);
  const write = owner === "company" ? ofCompany : ofOperator;
  const [send, dialog] = useProven();
  const problem = write.error?.code === "confirmFirst" ? null : write.error;
  useEffect(() => {
    if (problem) document.querySelector<HTMLElement>("dialog :is([aria-invalid=true], [data-refused] input)")?.focus();
  }, [problem]);
  if (made) return <Made token={made.Token} onClose={onClose} />;
  if (dialog) return dialog;
  if (leaving)
    return (
      <ConfirmDialog
        title="Close without making the token?"
        action="Close"
        leave="Go on"
        danger
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      >
        What you entered is lost.
      </ConfirmDialog>
    );
  const { Name: nameFault, Scopes: scopesFault, ...others } = problem?.fields ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send({
      title: "Make a token",
      action: "Make token",
      about: "Confirm that it is you: whoever has the token can do what you choose here.",
      send: () => write.mutateAsync({ body: { Name: name, Scopes: [...held], Days: Number(days) } }),
    });
  };
  return (
    <TaskDialog
      title="Make a token"
      subtitle="It does at most what you may do yourself, and nothing once you no longer may."
      onClose={name === "" && held.length === 0 ? onClose : () => setLeaving(true)}
      action="Make token"
      form={form}
      busy={write.isPending}
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={submit}>
        {problem && !nameFault && !scopesFault && (
          <Alert type="error" live>
            {Object.values(others)[0] ?? problem.message}
          </Alert>
        )}
        <TextField
          label="Name"
          hint="The program that will use it, such as Stock sync."
          maxLength={60}
          autoComplete="off"
          autoFocus
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={nameFault}
        />
        <Select label="Expires after" choices={lives} value={days} onChange={({ target }) => setDays(target.value)} />
        <Scopes held={held} onHeld={setHeld} fault={scopesFault} />
      </form>
    </TaskDialog>
  );
}

type ScopesProps = { held: readonly Scope[]; onHeld: (held: readonly Scope[]) => void; fault: string | undefined };

function Scopes({ held, onHeld, fault }: ScopesProps) {
  const id = useId();
  const tick = (scope: Scope, label: string, area: string) => (
    <Checkbox
      label={
        <>
          {label}
          <span className="sr-only"> {area}</span>
        </>
      }
      checked={held.includes(scope)}
      onChange={({ target }) => onHeld(target.checked ? [...held, scope] : held.filter((each) => each !== scope))}
    />
  );
  return (
    <fieldset className="grid gap-1" data-refused={fault ? "" : undefined} aria-describedby={fault ? id : undefined}>
      <legend className="mb-1.5 text-sm font-medium">What it may do</legend>
      {fault && <FieldError id={id}>{fault}</FieldError>}
      <div className="divide-y divide-line rounded-card border border-line">
        {scopeAreas.map((area) => {
          const { name, about } = areaWords[area];
          const write = writeOf(area);
          return (
            <div key={area} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-2.5">
              <div className="grid min-w-0 flex-1 basis-48">
                <span>{name}</span>
                <span className="text-sm text-muted">{about}</span>
              </div>
              <div className="flex w-48 gap-x-6">
                {tick(readOf(area), "Read", name)}
                {write && tick(write, "Change", name)}
              </div>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

const Made = ({ token, onClose }: { token: string; onClose: () => void }) => (
  <ShownOnceDialog
    title="Your new token"
    what="the token"
    loss="The token is never shown again. Without it you have to make another one."
    onClose={onClose}
  >
    <Alert type="warning">Copy it now. It is not kept here, so nobody can show it to you again.</Alert>
    <CodeBlock label="Token" text={token} wrap />
    <p className="text-sm text-muted">
      Programs send it with each call as <code className="wrap-anywhere">Authorization: Bearer …</code>{" "}
      <a href="/api/docs" target="_blank" rel="noreferrer" className="text-accent-text underline underline-offset-4">
        The API’s description
      </a>{" "}
      lists the calls and their scopes.
    </p>
  </ShownOnceDialog>
);
