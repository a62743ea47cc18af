import { monthClose, type MonthPage } from "@tradewind/contract/billing/month-close.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { holdsUp } from "@tradewind/domain/billing/month-close.ts";
import { formatDate, formatDateTime, formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useCrumb } from "../../shared/crumb.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import { monthQuery } from "./month-close.queries.ts";
import { MonthStanding, taskWords } from "./month-words.tsx";
import { TrialBalance } from "./trial-balance.tsx";

const CloseDialog = lazy(async () => ({ default: (await import("./close-dialog.tsx")).CloseDialog }));

/** Shows what is still to be done for a month and what its accounts come to; closes it, or opens it again. */
export function MonthScreen() {
  const { month } = useParamsOf(screens.month);
  const { data, error, refetch } = useQuery(monthQuery(month));
  const [asking, setAsking] = useState<"close" | "reopen">();
  useCrumb(data && formatMonth(data.Month));
  if (error && !data)
    return <QueryError page list={screens.months.path} error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-hidden="true" className="grid gap-6">
        <Skeleton className="h-16" />
        <Skeleton className="h-32" />
        <Skeleton className="h-96" />
      </div>
    );
  return (
    <>
      <PageHeader
        title={formatMonth(data.Month)}
        about={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <MonthStanding state={data.State} />
            <span>
              {formatDate(data.From)} to {formatDate(data.Until)}
            </span>
          </span>
        }
        actions={
          <>
            <DownloadButton
              endpoint={monthClose.csv}
              sent={{ params: { month } }}
              fileName={`trial-balance-${month}.csv`}
            >
              Export CSV
            </DownloadButton>
            {data.MayReopen && <Button onClick={() => setAsking("reopen")}>Open again</Button>}
            {data.MayClose && (
              <Button variant="primary" icon="check" onClick={() => setAsking("close")}>
                Close month
              </Button>
            )}
          </>
        }
      />
      <div className="grid gap-6">
        {data.State !== "closed" && <Tasks page={data} />}
        <TrialBalance balances={data.Balances} />
        {data.History.length > 0 && (
          <Card title="History">
            <Timeline
              entries={data.History.map(({ Did, By, At, Note }) => ({
                id: At,
                what: (
                  <>
                    <span className="font-medium">{Did === "closed" ? "Closed" : "Opened again"}</span>
                    {Note && <span className="block">{Note}</span>}
                  </>
                ),
                who: By,
                when: formatDateTime(At),
                at: At,
                icon: Did === "closed" ? "check" : "refresh",
              }))}
            />
          </Card>
        )}
      </div>
      <Suspense fallback={null}>
        {asking && <CloseDialog what={asking} page={data} onClose={() => setAsking(undefined)} />}
      </Suspense>
    </>
  );
}

function Tasks({ page: { Tasks: tasks, State, MayClose } }: { page: MonthPage }) {
  const about =
    State === "running"
      ? "It can be closed once it is over."
      : MayClose
        ? undefined
        : tasks.some(({ Task }) => holdsUp(Task))
          ? "It can be closed once all documents are issued."
          : "The month before is closed first.";
  return (
    <Card title="Still to be done" about={about}>
      {tasks.length === 0 ? (
        <p className="flex items-center gap-2">
          <Icon name="checkCircle" className="text-success" /> Nothing is left.
        </p>
      ) : (
        <ul className="grid gap-2">
          {tasks.map(({ Task, Count }) => {
            const { one, many, to } = taskWords[Task];
            const words = `${Count.toLocaleString("en-GB")} ${Count === 1 ? one : many}`;
            return (
              <li key={Task} className="flex items-start gap-2">
                <Icon
                  name={holdsUp(Task) ? "none" : "alert"}
                  className={`mt-[3px] ${holdsUp(Task) ? "text-danger" : "text-warning"}`}
                />
                <span>{to ? <TextLink to={to}>{words}</TextLink> : words}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
