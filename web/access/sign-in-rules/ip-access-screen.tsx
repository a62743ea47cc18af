import { signInRules, type IpAccess } from "@tradewind/contract/access/sign-in-rules.ts";
import { mostListed } from "@tradewind/domain/access/sign-in-rules.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useProven } from "../../shared/use-proven.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { ipAccessQuery } from "./sign-in-rules.queries.ts";

const about = "From which addresses your company’s people and programs may come";

/** Lists the addresses from which a company lets its own people in. */
export function IpAccessScreen() {
  const { data, error, refetch } = useQuery(ipAccessQuery);
  if (data) return <Editor latest={data} />;
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader title="IP access" about={about} />
      {error ? <QueryError error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-96 w-full" />}
    </div>
  );
}

/** A line being edited; the key tells it from others while it moves. */
type Line = { key: string; Address: string; Label: string };
const lineOf = (Address = "", Label = ""): Line => ({ key: crypto.randomUUID(), Address, Label });
const linesOf = ({ Listed }: IpAccess) => Listed.map(({ Address, Label }) => lineOf(Address, Label));

function Editor({ latest }: { latest: IpAccess }) {
  const queries = useQueryClient();
  const visited = useSession().JumpedBy !== null;
  const [kept, setKept] = useState(latest);
  const [on, setOn] = useState(kept.On);
  const [added, setAdded] = useState<string>();
  const [lines, setLines] = useState(() => linesOf(kept));
  const listed = lines.map(({ Address, Label }) => ({ Address, Label }));
  const changed = on !== kept.On || JSON.stringify(listed) !== JSON.stringify(kept.Listed);
  const show = (next: IpAccess) => {
    setKept(next);
    setOn(next.On);
    setLines(linesOf(next));
  };
  // What a colleague saved meanwhile is shown, but never over what is being typed: that is refused when it is saved.
  if (latest.Version !== kept.Version && !changed) show(latest);
  const save = useWrite(signInRules.saveIpAccess, {
    shown: true,
    onDone: (saved) => {
      show(saved);
      queries.setQueryData(ipAccessQuery.queryKey, saved);
      toast(saved.On ? "Only the listed addresses are let in now" : "Every address is let in now");
    },
  });
  const [send, dialog] = useProven();
  const problem = save.error?.code === "confirmFirst" ? null : save.error;
  const submit = () =>
    send({
      title: "Save the list",
      action: "Save changes",
      about: "Confirm that it is you: the list decides who can sign in.",
      send: () => save.mutateAsync({ body: { On: on, Listed: listed, Version: kept.Version } }),
    });
  const edit = (next: readonly Line[]) => {
    save.reset();
    setLines([...next]);
  };
  const change = (key: string, part: Partial<Line>) =>
    edit(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  const faultOf = (at: number, field: "Address" | "Label") => problem?.fields[`Listed.${at}.${field}`];
  const isOwn = lines.some(({ Address }) => Address.trim() === kept.YourAddress);
  const locked = save.isPending || visited;
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader
        title="IP access"
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
          <Alert type="danger" live title="The list was not saved">
            {Object.keys(problem.fields).length > 0 ? "Please correct the lines marked below." : problem.message}
            {problem.code === "ownAddressMissing" && ` You are at ${kept.YourAddress}.`}
          </Alert>
        )}
        {!kept.IsKnown && (
          <Alert type="warning" title="The list cannot be switched on here">
            The portal cannot tell from which addresses people come. Please contact support.
          </Alert>
        )}
        <Card>
          <div className="pt-2">
            <Checkbox
              label="Let people in from the listed addresses only"
              hint="It holds for resellers, engineers and API tokens of your company, at once, also for people who are signed in. Your customers’ people are not affected."
              checked={on}
              disabled={locked || (!kept.IsKnown && !on)}
              onChange={({ target }) => {
                save.reset();
                setOn(target.checked);
              }}
            />
          </div>
        </Card>
        <Card
          title="Addresses"
          about={`IPv4 or IPv6, one address or a range such as 192.0.2.0/24. You are at ${kept.YourAddress}.`}
        >
          {lines.length === 0 ? (
            <p className="pb-4 text-muted">No addresses yet.</p>
          ) : (
            <ul className="grid gap-4 pb-4">
              {lines.map((line, at) => (
                <li
                  key={line.key}
                  className="flex items-start gap-3 max-md:gap-2 max-md:border-b max-md:border-line max-md:pb-4"
                >
                  <div className="grid min-w-0 flex-1 gap-3 md:grid-cols-2">
                    <TextField
                      label="Address"
                      autoFocus={line.key === added}
                      autoComplete="off"
                      spellCheck={false}
                      autoCapitalize="none"
                      maxLength={49}
                      value={line.Address}
                      disabled={locked}
                      onChange={({ target }) => change(line.key, { Address: target.value })}
                      error={faultOf(at, "Address")}
                    />
                    <TextField
                      label="Label"
                      optional
                      autoComplete="off"
                      maxLength={60}
                      value={line.Label}
                      disabled={locked}
                      onChange={({ target }) => change(line.key, { Label: target.value })}
                      error={faultOf(at, "Label")}
                    />
                  </div>
                  {!visited && (
                    <IconButton
                      icon="trash"
                      label={`Remove ${line.Address || "this address"}`}
                      className="mt-6"
                      disabled={locked}
                      onClick={() => edit(lines.filter(({ key }) => key !== line.key))}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
          {!visited && (
            <div className="flex flex-wrap gap-2">
              <Button
                icon="add"
                disabled={locked || lines.length >= mostListed}
                onClick={() => {
                  const line = lineOf();
                  setAdded(line.key);
                  edit([...lines, line]);
                }}
              >
                Add address
              </Button>
              {!isOwn && kept.IsKnown && (
                <Button
                  icon="add"
                  disabled={locked || lines.length >= mostListed}
                  onClick={() => edit([...lines, lineOf(kept.YourAddress)])}
                >
                  Add yours
                </Button>
              )}
            </div>
          )}
        </Card>
      </div>
      {dialog}
      <LeaveGuard when={() => changed && !save.isPending} />
    </div>
  );
}
