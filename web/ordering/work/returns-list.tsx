import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { returnsQuery, type ReturnAction, type ReturnItem, type WorkStatus } from "./work.queries.ts";

const Dialog = lazy(async () => ({ default: (await import("./return-dialogs.tsx")).ReturnDialogs }));

const looks: Record<ReturnItem["State"], { tone: Tone; word: string }> = {
  expected: { tone: "warning", word: "Expected" },
  received: { tone: "success", word: "Received" },
  refused: { tone: "fail", word: "Refused" },
  withdrawn: { tone: "disabled", word: "Withdrawn" },
};

/** Lists the goods that come back, oldest first; nothing where there are none. */
export function ReturnsList({ status }: { status: WorkStatus }) {
  const [action, setAction] = useState<ReturnAction>();
  const { data = [] } = useQuery(returnsQuery(status));
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="returns" className="mt-8 grid gap-4">
      <h2 id="returns">Goods that come back</h2>
      <ul className="grid gap-4">
        {data.map((item) => (
          <li
            key={item.Id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4"
          >
            <div className="grid min-w-0 gap-0.5">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h3 className="figures text-base wrap-anywhere">
                  {item.Number}: {item.Quantity} × {item.Name}
                </h3>
                <StatusDot tone={looks[item.State].tone}>{looks[item.State].word}</StatusDot>
              </div>
              <p className="text-muted">
                {item.CustomerName} · {item.ResellerName}
              </p>
              <p className="text-sm text-muted">
                Asked {formatDateTime(item.AskedAt)} · {item.Reason === "faulty" ? "Faulty" : "Not wanted"}, for a{" "}
                {item.Wants}
              </p>
              {item.Serials.length > 0 && (
                <p className="figures text-sm wrap-anywhere">Serial numbers {item.Serials.join(", ")}</p>
              )}
              {item.Note && <p className="mt-1 wrap-anywhere">{item.Note}</p>}
              {item.State === "received" && (
                <p className="figures text-sm">
                  {item.Restocked} restocked, {item.WrittenOff} written off
                </p>
              )}
              {item.Answer && <p className="text-sm wrap-anywhere">{item.Answer}</p>}
            </div>
            {item.State === "expected" && (
              <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
                <Button variant="outlineDanger" onClick={() => setAction({ kind: "refuse", item })}>
                  Refuse
                </Button>
                <Button onClick={() => setAction({ kind: "receive", item })}>Receive</Button>
              </div>
            )}
          </li>
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
