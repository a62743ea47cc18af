import { clock } from "@tradewind/contract/developer/clock.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { longInstant } from "../../shared/dates.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { clockQuery } from "./clock.queries.ts";

const moves = [
  { days: 1, label: "1 day" },
  { days: 7, label: "1 week" },
  { days: 30, label: "30 days" },
] as const;

/** The demo's business time, and moving it on: each day's renewals, charges and invoices are done on the way. */
export function ClockScreen() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(clockQuery);
  const write = useWrite(clock.move, {
    shown: true,
    onDone: ({ Now, Done }) => {
      toast(`It is now ${longInstant(Now)}${Done ? "" : ". The work of the days passed over is still going on."}`);
      void queries.invalidateQueries();
    },
  });
  const moving = write.isPending ? write.variables?.body.Days : undefined;
  return (
    <div className="mx-auto w-full max-w-2xl">
      <PageHeader title="Clock" about="The marketplace’s business time, for trying out months in minutes" />
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-4">
          <Card>
            <div className="grid gap-5 pt-2">
              <div className="grid gap-1">
                <p className="text-sm text-muted">It is now</p>
                <p role="status" className="figures text-2xl font-semibold tracking-tight">
                  {data ? longInstant(data.now) : <Skeleton className="h-9 w-64" />}
                </p>
              </div>
              {data && !data.movable ? (
                <Alert type="info" title="This clock cannot be moved">
                  Business time follows real time in this installation.
                </Alert>
              ) : (
                <>
                  <div className="flex flex-wrap gap-2">
                    {moves.map(({ days, label }) => (
                      <Button
                        key={days}
                        icon="arrowRight"
                        busy={moving === days}
                        disabled={!data || write.isPending}
                        onClick={() => write.mutate({ body: { Days: days } })}
                      >
                        Move {label}
                      </Button>
                    ))}
                  </div>
                  {moving !== undefined && (
                    <ProgressBar
                      label={`Doing the work of ${moving === 1 ? "one day" : `${moving} days`}`}
                      note="Renewals, scheduled changes, charges and invoices. This can take a minute."
                    />
                  )}
                </>
              )}
              {write.error && (
                <Alert type="error" title="The clock was not moved" live>
                  {write.error.message}
                </Alert>
              )}
            </div>
          </Card>
          <p className="text-sm text-muted">Time only moves forward. Sessions and sign-in keep real time.</p>
        </div>
      )}
    </div>
  );
}
