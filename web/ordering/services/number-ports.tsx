import { numberPorts, type NumberPort } from "@tradewind/contract/ordering/number-ports.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useAllowed } from "../../platform/session.ts";
import { countOfNumbers, portDay, portLooks, portWaits } from "../../shared/port-words.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.tsx";
import { PortLetter } from "./port-letter.tsx";
import { portsQuery } from "./number-ports.queries.ts";

const PortDialog = lazy(async () => ({ default: (await import("./port-dialog.tsx")).PortDialog }));

/** Lists the numbers that come from other providers to the sites of a service, and asks for more. */
export function NumberPorts({ instanceId, mayChange }: { instanceId: string; mayChange: boolean }) {
  const { data, error, refetch } = useQuery(portsQuery(instanceId));
  const [asking, setAsking] = useState<{ like?: NumberPort }>();
  const [leaving, setLeaving] = useState<NumberPort>();
  if (error && !data) return <QueryError error={error} onRetry={() => void refetch()} tight />;
  if (!data) return <Skeleton className="h-24" />;
  if (data.Items.length === 0 && data.Sites.length === 0) return null;
  const asks = mayChange && data.Sites.length > 0;
  return (
    <Card
      title="Numbers from other providers"
      flush={data.Items.length > 0}
      actions={
        asks && (
          <Button size="small" onClick={() => setAsking({})}>
            Bring numbers here
          </Button>
        )
      }
    >
      {data.Items.length === 0 ? (
        <p className="text-muted">
          The customer keeps numbers that another provider has: they move here on a day that both agree on.
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {data.Items.map((item) => (
            <PortItem
              key={item.Id}
              item={item}
              mayChange={mayChange}
              onCancel={() => setLeaving(item)}
              onAgain={asks ? () => setAsking({ like: item }) : undefined}
            />
          ))}
        </ul>
      )}
      {asking && (
        <Suspense fallback={null}>
          <PortDialog
            instanceId={instanceId}
            sites={data.Sites}
            like={asking.like}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
      {leaving && <CancelDialog item={leaving} onClose={() => setLeaving(undefined)} />}
    </Card>
  );
}

type ItemProps = { item: NumberPort; mayChange: boolean; onCancel: () => void; onAgain: (() => void) | undefined };

function PortItem({ item, mayChange, onCancel, onAgain }: ItemProps) {
  const { tone, word, moving } = item.Waits ? portWaits : portLooks[item.State];
  const mayApprove = useAllowed(numberPorts.approve);
  const approve = useWrite(numberPorts.approve, {
    refreshes: ["services"],
    onDone: ({ WishedOn }) =>
      toast(
        WishedOn === item.WishedOn
          ? `${item.Number} was approved`
          : `${item.Number} was approved, and is asked for ${formatDate(WishedOn)}, the first day that is left`,
      ),
  });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4 max-md:px-4">
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="figures text-base wrap-anywhere">
            {item.Number}: {countOfNumbers(item.Count)} to {item.SiteName}
          </h3>
          <StatusDot tone={tone} moving={moving}>
            {word}
          </StatusDot>
        </div>
        <p className="text-muted">
          From {item.Provider} · {portDay(item)}
          {item.Total && (
            <>
              {" · "}
              <MoneyText value={item.Total} />{" "}
              {item.State === "ported" ? "charged" : item.SettledAt ? "not charged" : "once they are here"}
            </>
          )}
        </p>
        <p className="figures text-sm wrap-anywhere">{item.Numbers.join(", ")}</p>
        <PortLetter item={item} mayChange={mayChange} />
        {item.Answer && <p className="text-danger wrap-anywhere">{item.Answer}</p>}
        <details className="text-sm">
          <summary className="min-h-6 w-fit text-muted hover:text-ink">What happened</summary>
          <ol className="mt-1 grid gap-1">
            {item.History.map(({ At, Kind, Text }) => (
              <li key={At + Kind} className="wrap-anywhere">
                <span className="figures text-muted">{formatDateTime(At)}</span> {Text}
              </li>
            ))}
          </ol>
        </details>
      </div>
      {mayChange && item.MayCancel && (
        <div className="grid justify-items-end gap-1 max-md:w-full max-md:justify-items-stretch">
          {item.Waits && mayApprove && (
            <Button
              size="small"
              variant="primary"
              aria-label={`Approve ${item.Number}`}
              busy={approve.isPending}
              onClick={() => approve.mutate({ params: { numberPortId: item.Id }, body: {} })}
            >
              Approve
            </Button>
          )}
          <Button size="small" aria-label={`Call off ${item.Number}`} onClick={onCancel}>
            Call off
          </Button>
          {item.CancelUntil && <span className="text-sm text-muted">until {formatDate(item.CancelUntil)}</span>}
        </div>
      )}
      {item.State === "rejected" && onAgain && (
        <Button size="small" aria-label={`Correct ${item.Number} and ask again`} onClick={onAgain}>
          Correct and ask again
        </Button>
      )}
    </li>
  );
}

function CancelDialog({ item, onClose }: { item: NumberPort; onClose: () => void }) {
  const write = useWrite(numberPorts.cancel, {
    refreshes: ["services"],
    shown: true,
    onDone: () => (toast("The port was called off"), onClose()),
  });
  return (
    <ConfirmDialog
      title="Call this port off?"
      subtitle={`${item.Number}: ${countOfNumbers(item.Count)} from ${item.Provider}`}
      action="Call off"
      leave="Keep it"
      danger
      busy={write.isPending}
      onClose={onClose}
      onConfirm={() => write.mutate({ params: { numberPortId: item.Id }, body: {} })}
    >
      <div className="grid gap-3">
        {write.error && (
          <Alert type="error" live>
            {write.error.message}
          </Alert>
        )}
        <p>The numbers stay with {item.Provider}, and nothing is charged.</p>
      </div>
    </ConfirmDialog>
  );
}
