import { numberPorts, type PortWork } from "@tradewind/contract/ordering/number-ports.ts";
import { portLetters } from "@tradewind/contract/ordering/port-letters.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { isLetterThere, LetterState } from "../../shared/letter-state.tsx";
import { countOfNumbers, portDay, portLooks, portWaits } from "../../shared/port-words.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { portsQuery, type PortAction, type WorkStatus } from "./work.queries.ts";

const Dialog = lazy(async () => ({ default: (await import("./port-dialogs.tsx")).PortDialogs }));

/** Lists the numbers that come from other providers, what is due first; nothing where there are none. */
export function PortsList({ status }: { status: WorkStatus }) {
  const [action, setAction] = useState<PortAction>();
  const { data = [] } = useQuery(portsQuery(status));
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="ports" className="mt-8 grid gap-4">
      <h2 id="ports">Numbers from other providers</h2>
      <ul className="grid gap-4">
        {data.map((item) => (
          <PortItem key={item.Id} item={item} onAction={(kind) => setAction({ kind, item })} />
        ))}
      </ul>
      {action && (
        <Suspense fallback={null}>
          <Dialog action={action} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
    </section>
  );
}

function PortItem({ item, onAction }: { item: PortWork; onAction: (kind: PortAction["kind"]) => void }) {
  const { Today } = useSession();
  const { tone, word, moving } = item.Waits ? portWaits : portLooks[item.State];
  const left = item.Steps.filter(({ TickedAt }) => TickedAt === null).length;
  const waits = left > 0 || (item.PortOn !== null && item.PortOn > Today);
  return (
    <li className="grid gap-4 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-0.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="figures text-base wrap-anywhere">
              {item.Number}: {countOfNumbers(item.Count)} from {item.Provider}
            </h3>
            <StatusDot tone={tone} moving={moving}>
              {word}
            </StatusDot>
          </div>
          <p className="text-muted">
            {item.CustomerName} · {item.ResellerName}
          </p>
          <p className="text-sm text-muted">
            {portDay(item)} · asked {formatDateTime(item.AskedAt)} by {item.AskedBy}
          </p>
        </div>
        {item.SettledAt === null && (
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
            <Button variant="outlineDanger" onClick={() => onAction("reject")}>
              Reject
            </Button>
            {item.State === "requested" && !item.Waits && (
              <Button disabled={!isLetterThere(item.Letter)} onClick={() => onAction("submit")}>
                Sent to provider
              </Button>
            )}
            {item.State === "submitted" && <Button onClick={() => onAction("accept")}>Set the day</Button>}
            {item.State === "accepted" && (
              <>
                <Button onClick={() => onAction("accept")}>Change the day</Button>
                <Button disabled={waits} onClick={() => onAction("complete")}>
                  Numbers are here
                </Button>
              </>
            )}
          </div>
        )}
      </div>
      <p className="figures wrap-anywhere">{item.Numbers.join(", ")}</p>
      {item.Answer && <p className="wrap-anywhere">{item.Answer}</p>}
      {item.Note && <p className="wrap-anywhere">{item.Note}</p>}
      {(item.State === "requested" || item.Letter) && (
        <LetterState item={item} endpoint={portLetters.atWork} sent={{ params: { numberPortId: item.Id } }} />
      )}
      {item.Waits && (
        <p>
          {item.AskedBy} is not shown what it costs, so {item.ResellerName} has to approve it first. Until then nobody
          else can have these numbers.
        </p>
      )}
      {item.SettledAt === null && <Open item={item} />}
    </li>
  );
}

const facts = (item: PortWork): [string, string][] => [
  ["Site", `${item.SiteName}, ${item.SitePostcode}`],
  ["Account number", item.AccountNumber],
  ["Main billing number", item.MainNumber],
  ["Postcode on the bill", item.BillingPostcode],
  [
    "Lines",
    `${item.Line === "single" ? "Each on its own" : "Several on one"}${item.IsPartOfRange ? ", part of a range" : ""}`,
  ],
  ["Letter of authority", `${item.SignedBy}${item.SignedOn ? `, ${formatDate(item.SignedOn)}` : ""}`],
];

/** What the old provider is told, and what is ticked before the numbers are here. */
function Open({ item }: { item: PortWork }) {
  const tick = useWrite(numberPorts.tick, { refreshes: ["number-ports"] });
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 lg:grid-cols-3">
        {facts(item).map(([label, value]) => (
          <div key={label} className="grid min-w-0 content-start">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="figures wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {item.Steps.length > 0 && !item.Waits && (
        <ul aria-label={`Checklist of ${item.Number}`} className="grid gap-2 border-t border-line pt-4">
          {item.Steps.map(({ Position, Text, TickedBy, TickedAt }) => (
            <li key={Position}>
              <Checkbox
                label={Text}
                hint={TickedAt && `${TickedBy}, ${formatDateTime(TickedAt)}`}
                checked={TickedAt !== null}
                disabled={tick.isPending}
                onChange={({ target }) =>
                  tick.mutate({ params: { numberPortId: item.Id }, body: { Position, Done: target.checked } })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
