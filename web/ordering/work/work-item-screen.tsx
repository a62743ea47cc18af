import { screens } from "@tradewind/contract/screens.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card, Facts, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { useSession } from "../../platform/session.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";
import { useTake, type Shared } from "./use-take.ts";
import { WorkChecklist } from "./work-checklist.tsx";
import { Due } from "./work-columns.tsx";
import { WorkHistory } from "./work-history.tsx";
import { WorkLines } from "./work-lines.tsx";
import { WorkNote } from "./work-note.tsx";
import { isOpenWork, waitedSince, workLooks } from "./work-words.ts";
import { workItemQuery, type WorkAction, type WorkPage } from "./work.queries.ts";

const Dialogs = lazy(async () => ({ default: (await import("./work-dialogs.tsx")).WorkDialogs }));
const ShareDialogs = lazy(async () => ({ default: (await import("./share-dialogs.tsx")).ShareDialogs }));

/** `/operator/work/{workItemId}`: one piece of work with its steps, its notes and what happened to it. */
export function WorkItemScreen() {
  const { workItemId } = useParamsOf(screens.workItem);
  const { data: item, error, refetch } = useQuery(workItemQuery(workItemId));
  useCrumb(item && `Order ${item.OrderNumber}`);
  if (error && !item) return <QueryError page list={screens.work.path} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <p className="mb-3 text-sm">
        <TextLink to={screens.work.path}>Back to the queue</TextLink>
      </p>
      {item ? (
        <Opened key={item.Id} item={item} />
      ) : (
        <div aria-hidden="true" className="grid gap-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-40" />
          <Skeleton className="h-64" />
        </div>
      )}
    </>
  );
}

function Opened({ item }: { item: WorkPage }) {
  const { Today } = useSession();
  const [action, setAction] = useState<WorkAction["kind"]>();
  const [sharing, setSharing] = useState<Shared["what"]>();
  const open = isOpenWork(item);
  const { tone, word, moving } = workLooks[item.Status];
  return (
    <>
      <PageHeader
        title={item.Title}
        about={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <StatusDot tone={tone} moving={moving}>
              {word}
            </StatusDot>
            <span>
              {item.ProductName} for {item.CustomerName}, by {item.ResellerName}
            </span>
            <span className="figures">Order {item.OrderNumber}</span>
          </span>
        }
        actions={open && <Actions item={item} onAction={setAction} onShare={setSharing} />}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21.5rem]">
        <div className="grid min-w-0 gap-4">
          <Card title="Where it stands">
            <Facts
              facts={[
                { label: "Whose", value: item.Assignee ?? <span className="text-muted">Nobody’s</span> },
                ...(open ? [{ label: "Due", value: <Due due={item.Due} today={Today} /> }] : []),
                {
                  label: "Ordered",
                  value: `${formatDateTime(item.Created)}${open ? `, waits ${waitedSince(item.Created, Today).toLowerCase()}` : ""}`,
                },
                ...(open && item.EstimatedCompletion
                  ? [{ label: "The reseller expects it by", value: formatDate(item.EstimatedCompletion) }]
                  : []),
                ...(item.Note ? [{ label: "The reseller reads with the order", value: item.Note }] : []),
                ...(item.Delivery ? [{ label: "Delivery", value: item.Delivery }] : []),
              ]}
            />
          </Card>
          <WorkChecklist item={item} />
          <WorkLines item={item} />
          <WorkNote item={item} />
        </div>
        <WorkHistory history={item.History} />
      </div>
      {action && (
        <Suspense fallback={null}>
          <Dialogs action={{ kind: action, item }} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
      {sharing && (
        <Suspense fallback={null}>
          <ShareDialogs
            shared={{ what: sharing, items: [item] }}
            onDone={() => {}}
            onClose={() => setSharing(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

type ActionsProps = {
  item: WorkPage;
  onAction: (kind: WorkAction["kind"]) => void;
  onShare: (what: Shared["what"]) => void;
};

function Actions({ item, onAction, onShare }: ActionsProps) {
  const { take, giveBack, me, busy } = useTake();
  const isMine = item.AssigneeId !== null && item.AssigneeId === me;
  const isGoods = item.Lines.some(({ Goods }) => Goods !== null);
  return (
    <>
      {isMine ? (
        <Button busy={busy} onClick={() => giveBack(item)}>
          Give back
        </Button>
      ) : (
        <Button
          icon="user"
          variant={item.AssigneeId === null ? "primary" : "secondary"}
          busy={busy}
          onClick={() => take(item)}
        >
          Take
        </Button>
      )}
      <Button onClick={() => onShare("give")}>Give to somebody</Button>
      <Button onClick={() => onShare("due")}>Change the due day</Button>
      <Button variant="outlineDanger" onClick={() => onAction("reject")}>
        Reject
      </Button>
      {item.Status === "queued" && (item.AssigneeId === null || isMine) && (
        <Button onClick={() => onAction("start")}>Start</Button>
      )}
      <Button
        variant={isMine ? "primary" : "secondary"}
        disabled={item.StepsLeft > 0 && !isGoods}
        onClick={() => onAction(isGoods ? "dispatch" : "complete")}
      >
        {isGoods ? "Dispatch" : "Complete"}
      </Button>
    </>
  );
}
