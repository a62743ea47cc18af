import { sessions } from "@tradewind/contract/access/sessions.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Badge } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { sessionsQuery, type SessionLine } from "./session.queries.ts";

/** Lists the person's sessions and ends them. */
export function SessionsScreen() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const visited = useSession().JumpedBy !== null;
  const [asking, setAsking] = useState<SessionLine | "others">();
  const done = (text: string) => () => {
    setAsking(undefined);
    toast(text);
  };
  const end = useWrite(sessions.end, { refreshes: ["sessions"], onDone: done("The session was ended.") });
  const endOthers = useWrite(sessions.endOthers, {
    refreshes: ["sessions"],
    onDone: ({ Ended }) => done(Ended === 1 ? "One session was ended." : `${Ended} sessions were ended.`)(),
  });
  const others = data?.filter((line) => !line.This && !line.Ended) ?? [];

  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader
        title="Your sessions"
        about="The browsers you are signed in with, and visits of our staff in the last 30 days."
        actions={
          !visited && others.length > 0 ? (
            <Button variant="outlineDanger" onClick={() => setAsking("others")}>
              End all others
            </Button>
          ) : undefined
        }
      />
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div aria-hidden="true" className="grid gap-4">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      ) : (
        <ul className="grid gap-4">
          {data.map((line) => (
            <li
              key={line.Id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4"
            >
              <div className="grid min-w-0 gap-0.5">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <h2 className="text-base">{line.Device}</h2>
                  {line.This && <Badge tone="accent">This session</Badge>}
                  {line.Ended && <Badge>Ended</Badge>}
                </div>
                {line.OpenedBy && <p>Opened by {line.OpenedBy} of Tradewind, to help you</p>}
                <p className="text-sm text-muted">
                  {line.Address && `${line.Address} · `}Opened {formatDateTime(line.Opened)} ·{" "}
                  {line.Ended ? `ended ${formatDateTime(line.Ended)}` : `last seen ${formatDateTime(line.LastSeen)}`}
                </p>
              </div>
              {!visited && !line.This && !line.Ended && (
                <Button aria-label={`End the session on ${line.Device}`} onClick={() => setAsking(line)}>
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asking && (
        <ConfirmDialog
          title={asking === "others" ? "End all other sessions?" : `End the session on ${asking.Device}?`}
          action="End"
          danger
          busy={end.isPending || endOthers.isPending}
          onConfirm={() =>
            asking === "others" ? endOthers.mutate({}) : end.mutate({ params: { sessionId: asking.Id } })
          }
          onClose={() => setAsking(undefined)}
        >
          Anybody signed in there has to sign in again.
        </ConfirmDialog>
      )}
    </div>
  );
}
