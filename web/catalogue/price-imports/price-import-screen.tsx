import { priceImports, type PriceImport } from "@tradewind/contract/catalogue/price-imports.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSession } from "../../platform/session.ts";
import { useWrite } from "../../platform/queries.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { ImportFaults } from "./import-faults.tsx";
import { ImportRows } from "./import-rows.tsx";
import { countWords, stateOf } from "./import-words.ts";
import { priceImportQuery } from "./price-imports.queries.ts";

const ImportDialog = lazy(async () => ({ default: (await import("./import-dialog.tsx")).ImportDialog }));
const Decision = lazy(async () => ({ default: (await import("./import-decision.tsx")).ImportDecision }));
type Task = "commit" | "takeBack" | "discard" | "mend";

/** Shows an import: what is wrong with its file, what it changes, and the way to take it over or back. */
export function PriceImportScreen() {
  const { priceImportId } = useParamsOf(screens.priceImport);
  const { data, error, refetch } = useQuery(priceImportQuery(priceImportId));
  const { Today } = useSession();
  const [task, setTask] = useState<Task>();
  useCrumb(data?.Import.FileName);
  if (error && !data)
    return <QueryError page list={screens.priceImports.path} error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-hidden="true" className="grid gap-6">
        <Skeleton className="h-16" />
        <Skeleton className="h-64" />
      </div>
    );
  const { Import: row, Faults } = data;
  const { tone, word, moving = false } = stateOf(row, Today);
  const close = () => setTask(undefined);
  return (
    <>
      <PageHeader
        title={row.FileName}
        about={
          <>
            <StatusDot tone={tone} moving={moving}>
              {word}
            </StatusDot>
            {" · "}from {formatDate(row.From)} on · imported by {row.MadeBy}, {formatDateTime(row.MadeAt)}
          </>
        }
        actions={<Actions row={row} today={Today} onTask={setTask} />}
      />
      <div className="grid gap-6">
        {row.State === "reading" && (
          <Alert type="info" title={`${countWords(row.Lines)} lines are read so far`}>
            No price changes. If its page was closed meanwhile, discard it and import the file again.
          </Alert>
        )}
        {row.State === "compared" && row.From < Today && (
          <Alert type="error" title="Its day has passed">
            Import the file again with a later one.
          </Alert>
        )}
        {row.State === "compared" && row.FaultCount > 0 && <ImportFaults count={row.FaultCount} faults={Faults} />}
        {row.State === "discarded" ? (
          <Alert type="info" title="This import was discarded">
            No price changed.
          </Alert>
        ) : (
          row.State !== "reading" && <ImportRows of={row} />
        )}
      </div>
      <Suspense fallback={null}>
        {task === "mend" && (
          <ImportDialog mends={{ id: row.Id, from: row.From, share: row.SharePercent }} onClose={close} />
        )}
        {task && task !== "mend" && <Decision task={task} of={row} onClose={close} />}
      </Suspense>
    </>
  );
}

type ActionsProps = { row: PriceImport; today: string; onTask: (task: Task) => void };

function Actions({ row, today, onTask }: ActionsProps) {
  const compare = useWrite(priceImports.compare, { refreshes: ["priceImports"] });
  if (row.State === "committed")
    return row.MayTakeBack && <Button onClick={() => onTask("takeBack")}>Take back</Button>;
  if (row.State !== "reading" && row.State !== "compared") return undefined;
  const changes = row.Counts.added + row.Counts.changed;
  return (
    <>
      <Button onClick={() => onTask("discard")}>Discard</Button>
      {row.State === "compared" && (
        <Button busy={compare.isPending} onClick={() => compare.mutate({ params: { priceImportId: row.Id } })}>
          Compare again
        </Button>
      )}
      {row.State === "compared" && row.FaultCount > 0 && (
        <Button variant="primary" onClick={() => onTask("mend")}>
          Choose mended file
        </Button>
      )}
      {row.State === "compared" && row.FaultCount === 0 && (
        <Button variant="primary" disabled={changes === 0 || row.From < today} onClick={() => onTask("commit")}>
          Take over {countWords(changes)} {changes === 1 ? "price" : "prices"}
        </Button>
      )}
    </>
  );
}
