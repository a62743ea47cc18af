import { announcements } from "@tradewind/contract/portal/announcements.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { Badge, StatusDot, type Tone } from "../../ui/status.tsx";
import { useWrite } from "../../platform/queries.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { audienceWords } from "./audience.tsx";
import { writtenQuery, type Announcement } from "./announcements.queries.ts";

const states: Record<Announcement["State"], { word: string; tone: Tone }> = {
  planned: { word: "Planned", tone: "information" },
  shown: { word: "Shown", tone: "success" },
  over: { word: "Ended", tone: "disabled" },
  withdrawn: { word: "Withdrawn", tone: "warning" },
};

/** Lists all announcements, the latest first. */
export function AnnouncementsList() {
  const { data, error, refetch } = useQuery(writtenQuery);
  const [leaving, setLeaving] = useState<Announcement>();
  const withdraw = useWrite(announcements.withdraw, {
    refreshes: ["announcements"],
    onDone: () => setLeaving(undefined),
  });
  if (error && !data) return <QueryError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
  if (data.length === 0)
    return (
      <div className="rounded-card border border-line bg-surface">
        <EmptyState icon="bell" title="No announcements yet">
          Announcements you write appear here, with their audience.
        </EmptyState>
      </div>
    );
  return (
    <>
      <ul className="grid gap-4">
        {data.map((each) => (
          <Written key={each.Id} written={each} onWithdraw={() => setLeaving(each)} />
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          title={`Withdraw ${leaving.Title}?`}
          action="Withdraw"
          danger
          busy={withdraw.isPending}
          onConfirm={() => withdraw.mutate({ params: { announcementId: leaving.Id } })}
          onClose={() => setLeaving(undefined)}
        >
          It disappears for everybody at once. It cannot be shown again; write a new one instead.
        </ConfirmDialog>
      )}
    </>
  );
}

function Written({ written, onWithdraw }: { written: Announcement; onWithdraw: () => void }) {
  const { word, tone } = states[written.State];
  const resellers = written.Resellers.map(({ Name }) => Name);
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-base wrap-anywhere">{written.Title}</h2>
            <Badge>{written.Kind === "banner" ? "Banner" : "Announcement"}</Badge>
            <StatusDot tone={tone}>{word}</StatusDot>
          </div>
          <p className="text-sm text-muted wrap-anywhere">
            {audienceWords(written.UserKinds)}
            {resellers.length > 0 && ` of ${new Intl.ListFormat("en-GB").format(resellers)}`} · from{" "}
            {formatDateTime(written.Starts)}
            {written.Ends && ` until ${formatDateTime(written.Ends)}`} · written by {written.CreatedBy}
          </p>
        </div>
        {(written.State === "shown" || written.State === "planned") && (
          <Button className="max-md:w-full" onClick={onWithdraw}>
            Withdraw
          </Button>
        )}
      </div>
      <p className="whitespace-pre-line wrap-anywhere">{written.Body}</p>
    </li>
  );
}
