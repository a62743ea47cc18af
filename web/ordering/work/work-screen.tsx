import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { fieldLabel } from "../../shared/field-label.ts";
import { Queue } from "../../shared/queue.tsx";
import { ReturnsList } from "./returns-list.tsx";
import { workQuery, type WorkAction, type WorkItem, type WorkStatus } from "./work.queries.ts";

const Dialogs = lazy(async () => ({ default: (await import("./work-dialogs.tsx")).WorkDialogs }));

const looks: Record<WorkItem["Status"], { tone: Tone; word: string; moving?: boolean }> = {
  queued: { tone: "warning", word: "Waiting" },
  working: { tone: "information", word: "In progress", moving: true },
  done: { tone: "success", word: "Completed" },
  failed: { tone: "fail", word: "Rejected" },
};

/** Lists the orders that people fulfil, oldest first. */
export function WorkScreen() {
  const [status, setStatus] = useState<WorkStatus>("open");
  const [action, setAction] = useState<WorkAction>();
  const list = useQuery(workQuery(status));
  const open = status === "open";
  return (
    <>
      <Queue
        title="Work queue"
        about={
          list.data
            ? `${list.data.length.toLocaleString("en-GB")} ${open ? "open" : "finished"} ${list.data.length === 1 ? "order" : "orders"}`
            : "Orders fulfilled by our team"
        }
        view={status}
        onView={setStatus}
        views={[
          { value: "open", label: "Open" },
          { value: "finished", label: "Finished" },
        ]}
        list={list}
        empty={{
          icon: "checkCircle",
          title: open ? "Nothing is waiting for you" : "Nothing finished recently",
          text: open
            ? "Orders for products that our team provides, such as hardware, appear here automatically."
            : "Orders you complete or reject appear here.",
        }}
        renderCard={(item) => <WorkCard key={item.Id} item={item} onAction={setAction} />}
      />
      <ReturnsList status={status} />
      {action && (
        <Suspense fallback={null}>
          <Dialogs action={action} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function WorkCard({ item, onAction }: { item: WorkItem; onAction: (action: WorkAction) => void }) {
  const { tone, word, moving } = looks[item.Status];
  const open = item.Status === "queued" || item.Status === "working";
  const isGoods = item.Lines.some(({ Goods }) => Goods !== null);
  const details = Object.entries(item.Details).filter(
    ([, value]) => value !== null && value !== "" && typeof value !== "object",
  );
  return (
    <li className="rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4 max-md:px-4">
        <div className="grid min-w-0 gap-0.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-base wrap-anywhere">{item.Title}</h2>
            <StatusDot tone={tone} moving={moving}>
              {word}
            </StatusDot>
          </div>
          <p className="text-muted">
            {item.CustomerName} · {item.ResellerName}
          </p>
          <p className="text-sm text-muted">
            Order {item.OrderNumber} · {formatDateTime(item.Created)}
            {item.Assignee && ` · ${item.Assignee}`}
            {open && item.EstimatedCompletion && ` · expected by ${formatDate(item.EstimatedCompletion)}`}
          </p>
          {item.Note && <p className="mt-1 wrap-anywhere">{item.Note}</p>}
        </div>
        {open && (
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
            <Button variant="outlineDanger" onClick={() => onAction({ kind: "reject", item })}>
              Reject
            </Button>
            {item.Status === "queued" && <Button onClick={() => onAction({ kind: "start", item })}>Start</Button>}
            {isGoods ? (
              <Button onClick={() => onAction({ kind: "dispatch", item })}>Dispatch</Button>
            ) : (
              <Button onClick={() => onAction({ kind: "complete", item })}>Complete</Button>
            )}
          </div>
        )}
      </div>
      {(item.Lines.length > 0 || details.length > 0) && (
        <div className="grid gap-x-10 gap-y-4 border-t border-line px-5 py-4 max-md:px-4 lg:grid-cols-2">
          {item.Lines.length > 0 && (
            <ul className="grid content-start gap-1">
              {item.Lines.map((line, at) => (
                <li key={at} className="figures flex gap-2">
                  <span className="font-medium">
                    {line.Quantity === 0 ? "Remove" : `${line.Quantity.toLocaleString("en-GB")} ×`}
                  </span>
                  <span className="grid min-w-0 wrap-anywhere">
                    {line.Name}
                    {open && line.Goods && <span className="text-sm text-muted">{stockWords(line.Goods)}</span>}
                    {line.Attributes.length > 0 && (
                      <span className="text-sm text-muted">
                        {line.Attributes.map(({ Label, Text }) => `${Label}: ${Text}`).join(" · ")}
                      </span>
                    )}
                    {line.People.map(({ Name, Email, Gets }) => (
                      <span key={Email} className="text-sm">
                        {Gets ? "For" : "Take back from"} {Name} <span className="text-muted">{Email}</span>
                      </span>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {details.length > 0 && (
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-6 gap-y-1 text-sm">
              {details.map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-muted">{fieldLabel(name)}</dt>
                  <dd className="wrap-anywhere">{String(value)}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      )}
    </li>
  );
}

/** Says how many have left, and whether what is still to be sent is there. */
function stockWords({
  Dispatched,
  Cancelled,
  Rest,
  Reserved,
  Missing,
}: NonNullable<WorkItem["Lines"][number]["Goods"]>) {
  const left =
    Reserved > 0 ? `${Reserved} in stock` : Missing === 0 && Rest > 0 ? `${Rest} from the supplier` : undefined;
  return [
    Dispatched > 0 && `${Dispatched} dispatched`,
    Cancelled > 0 && `${Cancelled} cancelled`,
    left,
    Missing > 0 && `${Missing} to come in`,
  ]
    .filter(Boolean)
    .join(", ");
}
