import { ratings } from "@tradewind/contract/portal/ratings.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Segmented } from "../../ui/choice.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { Badge, StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { useWrite } from "../../platform/queries.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { AudienceField, audienceWords } from "./audience.tsx";
import { ratingsQuery, type RatedFeature } from "./announcements.queries.ts";

const count = (number: number) => number.toLocaleString("en-GB");
/** Returns the share of thumbs up in whole percent. */
const shareUp = ({ Up, Down }: RatedFeature) => (Up + Down === 0 ? "–" : `${Math.round((Up / (Up + Down)) * 100)}%`);

const columns: readonly Column<RatedFeature>[] = [
  { id: "title", header: "Question", width: "minmax(200px, 2fr)", cell: (row) => row.Title },
  {
    id: "asked",
    header: "Asked",
    width: "minmax(160px, 1fr)",
    card: "line",
    cell: (row) => (
      <StatusDot tone={row.Enabled ? "success" : "disabled"}>
        {row.Enabled ? audienceWords(row.UserKinds) : "Nobody"}
      </StatusDot>
    ),
  },
  { id: "up", header: "Thumbs up", width: "110px", align: "end", cell: (row) => count(row.Up) },
  { id: "down", header: "Thumbs down", width: "120px", align: "end", cell: (row) => count(row.Down) },
  {
    id: "unanswered",
    header: "Closed",
    width: "90px",
    align: "end",
    from: "large",
    cell: (row) => count(row.Unanswered),
  },
  { id: "share", header: "Share up", width: "100px", align: "end", card: "corner", cell: shareUp },
];

/** Shows the ratings of each feature, and who is asked. */
export function RatingsResults() {
  const { data, error, refetch } = useQuery(ratingsQuery);
  const [opened, setOpened] = useState<RatedFeature>();
  const titles = new Map(data?.Features.map(({ Id, Title }) => [Id, Title]));
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <div className="flex justify-end">
          <DownloadButton endpoint={ratings.csv} sent={{}} fileName="ratings.csv">
            Export CSV
          </DownloadButton>
        </div>
        <DataTable
          label="Ratings"
          columns={columns}
          rows={data?.Features ?? []}
          rowKey={(row) => row.Id}
          loading={!data}
          onOpen={setOpened}
          error={error && !data ? <QueryError error={error} onRetry={() => void refetch()} /> : undefined}
        />
      </div>
      {data && (
        <Card title="Comments" flush>
          {data.Comments.length === 0 ? (
            <EmptyState tight icon="edit" title="No comments yet">
              Comments that people leave with their rating appear here.
            </EmptyState>
          ) : (
            <ul className="border-t border-line">
              {data.Comments.map((each) => (
                <li
                  key={each.Created + each.Who}
                  className="grid gap-1 border-b border-line px-5 py-3 last:border-0 max-md:px-4"
                >
                  <p className="wrap-anywhere">{each.Comments}</p>
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
                    <Badge tone={each.Rating ? "success" : "fail"}>{each.Rating ? "Thumb up" : "Thumb down"}</Badge>
                    {titles.get(each.FeatureId)} · {each.Who} of {each.ResellerName} · {formatDateTime(each.Created)}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
      {opened && <AskDialog feature={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

function AskDialog({ feature, onClose }: { feature: RatedFeature; onClose: () => void }) {
  const [asked, setAsked] = useState(feature.Enabled);
  const [kinds, setKinds] = useState(feature.UserKinds);
  const ask = useWrite(ratings.ask, { refreshes: ["ratings"], onDone: onClose });
  return (
    <TaskDialog
      title={feature.Title}
      subtitle={feature.Description}
      size="small"
      onClose={onClose}
      action="Save"
      busy={ask.isPending}
      onConfirm={() => ask.mutate({ params: { featureId: feature.Id }, body: { Enabled: asked, UserKinds: kinds } })}
    >
      <div className="grid gap-4">
        <Segmented
          label="Ask people"
          choices={[
            { value: "yes", label: "Yes" },
            { value: "no", label: "No" },
          ]}
          value={asked ? "yes" : "no"}
          onValue={(next) => setAsked(next === "yes")}
        />
        <AudienceField kinds={kinds} onKinds={setKinds} disabled={!asked} />
        <p className="text-sm text-muted">
          People who have used it three times are asked, at most once every 90 days, 30 seconds after they open a page.
        </p>
      </div>
    </TaskDialog>
  );
}
