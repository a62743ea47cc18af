import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import type { ReconciliationReport } from "@tradewind/contract/psa/reconciliation.ts";
import { dataSyncStatusOf, psaSyncOf, type PsaSyncStatus } from "@tradewind/domain/psa/sync.ts";
import { formatDateTime, formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { StatTile } from "../../ui/stat-tile.tsx";
import { syncStatusQuery } from "../overview/overview.queries.ts";
import { ByCause, Coverage } from "./reconciliation-cards.tsx";
import { ReconciliationDialog } from "./reconciliation-dialog.tsx";
import { ReconciliationTable } from "./reconciliation-table.tsx";
import { reconciliationQuery } from "./reconciliation.queries.ts";
import { SalesOrders } from "./sales-orders.tsx";

/** Compares what customers have here with what the PSA bills, as soon as the PSA is not being read. */
export function ReconciliationPanel({ calls }: { calls: PsaCalls }) {
  const syncs = useQuery(syncStatusQuery(calls));
  const status = syncs.data && statusOf(syncs.data);
  const [month, setMonth] = useState("");
  const { data, error, refetch } = useQuery({
    ...reconciliationQuery(calls, month || undefined),
    enabled: status === "Completed" || status === "Unknown",
  });
  const refresh = useWrite(calls.refreshReconciliation, { refreshes: ["psa"] });
  const failed = syncs.data?.find(({ kind }) => kind === "reconciliation")?.message;
  const isRead = status === "InProgress" || refresh.isPending;
  const readAnew = (
    <Button icon="refresh" busy={isRead} onClick={() => refresh.mutate({})}>
      Refresh
    </Button>
  );
  return (
    <div className="grid gap-4">
      {isRead && (
        <Alert type="info">The PSA is being read. What is billed there is compared as soon as that is over.</Alert>
      )}
      {status === "Failed" && (
        <Alert type="error" title="The PSA could not be read" action={readAnew}>
          {failed}
        </Alert>
      )}
      {(syncs.error ?? error) ? (
        <QueryError error={(syncs.error ?? error)!} onRetry={() => void Promise.all([syncs.refetch(), refetch()])} />
      ) : data ? (
        <Report
          key={month}
          calls={calls}
          report={data}
          readAnew={status !== "Failed" && month === "" && readAnew}
          onMonth={setMonth}
        />
      ) : (
        status !== "Failed" && <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}

type Sync = { kind: string; status?: string };
/** While all of the PSA is read, so is what it bills. An absent status is unknown. */
function statusOf(syncs: readonly Sync[]): PsaSyncStatus {
  const of = (kind: string) => psaSyncOf(dataSyncStatusOf(syncs.find((each) => each.kind === kind)?.status));
  return of("all") === "InProgress" ? "InProgress" : of("reconciliation");
}

type ReportProps = {
  calls: PsaCalls;
  report: ReconciliationReport;
  readAnew: React.ReactNode;
  onMonth: (month: string) => void;
};

/** How old what is compared is. */
function asOf({ month, readAt }: ReconciliationReport): string {
  if (month) return `As it was at the end of ${formatMonth(month)}, by what was known then of the PSA`;
  return readAt ? `The PSA was read on ${formatDateTime(readAt)}` : "The PSA has not been read yet";
}

function Report({ calls, report, readAnew, onMonth }: ReportProps) {
  const { results, summary, month, months, salesOrders, ignoredSalesOrders } = report;
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [asks, setAsks] = useState(false);
  const rows = results.map((row) => ({ ...row, selected: changed.get(row.id) ?? row.selected }));
  const chosen = rows.filter(({ selected }) => selected);
  const all = summary.compared + summary.notCompared.reduce((total, { count }) => total + count, 0);
  const number = (count: number) => count.toLocaleString("en-GB");
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-muted">{asOf(report)}</p>
        {months.length > 0 && (
          <Select
            label="Compared"
            quietLabel
            className="max-md:w-full"
            choices={[
              { value: "", label: "Today" },
              ...months.map((each) => ({ value: each, label: formatMonth(each) })),
            ]}
            value={month ?? ""}
            onChange={({ target }) => onMonth(target.value)}
          />
        )}
        {readAnew}
        <DownloadButton
          endpoint={calls.reconciliationCsv}
          sent={{ query: month ? { date: month } : {} }}
          fileName="PSA reconciliation.csv"
        >
          CSV
        </DownloadButton>
      </div>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4 md:gap-4">
        <StatTile label="Compared" value={number(summary.compared)} note={`of ${number(all)}`} />
        <StatTile label="Equal" value={number(summary.equal)} note="here and in the PSA" />
        <StatTile
          label="Different"
          value={number(summary.different)}
          note="each with its cause"
          {...(summary.different > 0 && { tone: "warning" as const })}
        />
        {summary.difference && (
          <StatTile
            label={
              summary.difference.Minor.startsWith("-")
                ? "The PSA bills too little"
                : summary.difference.Minor === "0"
                  ? "In all, no difference"
                  : "The PSA bills too much"
            }
            value={formatMoney({ ...summary.difference, Minor: summary.difference.Minor.replace("-", "") })}
            note="each month, in all"
          />
        )}
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          {rows.length === 0 ? (
            <div className="rounded-card border border-line bg-surface">
              <Nothing summary={summary} />
            </div>
          ) : (
            <ReconciliationTable
              rows={rows}
              onSelect={(ids) => setChanged(new Map(results.map(({ id }) => [id, ids.has(id)])))}
              onPreview={() => setAsks(true)}
            />
          )}
          <SalesOrders calls={calls} orders={salesOrders} ignored={ignoredSalesOrders} />
        </div>
        <div className="grid gap-4">
          <Coverage summary={summary} />
          {summary.byCause.length > 0 && <ByCause summary={summary} />}
        </div>
      </div>
      {asks && (
        <ReconciliationDialog
          calls={calls}
          chosen={chosen}
          today={report.today}
          onDone={() => setChanged(new Map())}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

/** Says clean of everything only. */
const Nothing = ({ summary }: Pick<ReconciliationReport, "summary">) =>
  summary.isClean ? (
    <EmptyState icon="check" title="Clean">
      Everything was compared, and the PSA bills it all as it is here.
    </EmptyState>
  ) : (
    <EmptyState icon="search" title="No difference in what was compared">
      Not everything was: see the coverage.
    </EmptyState>
  );
