import { clock } from "@tradewind/contract/developer/clock.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { clockQuery, type ClockReading } from "./clock.queries.ts";

const moves = [
  { days: 1, label: "1 day" },
  { days: 7, label: "1 week" },
  { days: 30, label: "30 days" },
] as const;

/** Milliseconds between two checks of a move's progress. */
const pace = 300;

/** Checks whether the clock has reached an instant and that day's work is done. */
const isThere = ({ now, workedUntil }: ClockReading, until: string) =>
  now >= until && workedUntil !== null && workedUntil >= until.slice(0, 10);

/** Shows the demo's business time and moves it forward, processing each day's renewals, charges and invoices. */
export function ClockScreen() {
  const queries = useQueryClient();
  const [until, setUntil] = useState<string>();
  const { data, error, refetch } = useQuery({ ...clockQuery, refetchInterval: until === undefined ? false : pace });
  const write = useWrite(clock.move, { shown: true, onDone: ({ Until }) => setUntil(Until) });
  const moving = write.isPending || until !== undefined ? write.variables?.body.Days : undefined;
  const arrived = until !== undefined && data !== undefined && isThere(data, until);
  useEffect(() => {
    if (!arrived) return;
    setUntil(undefined);
    toast(`It is now ${formatDateTime(data.now)}`);
    void queries.invalidateQueries();
  }, [arrived, data, queries]);
  return (
    <div className="mx-auto w-full max-w-2xl">
      <PageHeader
        title="Clock"
        about="The marketplace’s business time. Move it forward to try out months in minutes."
      />
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-4">
          <Card>
            <div className="grid gap-5 pt-2">
              <div className="grid gap-1">
                <p className="text-sm text-muted">It is now</p>
                <p role="status" className="figures text-2xl font-semibold tracking-tight">
                  {data ? formatDateTime(data.now) : <Skeleton className="h-9 w-64" />}
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
                        disabled={!data || moving !== undefined}
                        onClick={() => write.mutate({ body: { Days: days } })}
                      >
                        Move {label}
                      </Button>
                    ))}
                  </div>
                  {moving !== undefined && (
                    <ProgressBar
                      label={`Doing the work of ${moving === 1 ? "one day" : `${moving} days`}`}
                      note="Processing renewals, scheduled changes, charges and invoices. This can take a minute."
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
          <p className="text-sm text-muted">Time only moves forward. Sessions and sign-in use real time.</p>
        </div>
      )}
    </div>
  );
}
