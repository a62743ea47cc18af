import type { PsaCalls, PsaSync } from "@tradewind/contract/psa/psa.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { azureRoute } from "@tradewind/domain/ordering/azure-spend.ts";
import type { Refresh } from "@tradewind/domain/psa/sync.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useWrite } from "../../platform/queries.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { syncStatusQuery } from "./overview.queries.ts";
import { DataSyncState, refreshWords } from "./sync-words.tsx";

const callOf = (calls: PsaCalls, kind: Refresh) =>
  ({
    customers: calls.refreshCustomers,
    services: calls.refreshServices,
    azureReport: calls.refreshAzureReport,
    productMovement: calls.refreshProductMovement,
    reconciliation: calls.refreshReconciliation,
    all: calls.refreshAll,
    contracts: calls.refreshContracts,
  })[kind];

/** Lists what can be read from the PSA, and how the last reading of each stands. */
export function SyncsCard({ calls, isOn }: { calls: PsaCalls; isOn: boolean }) {
  const { data, error, refetch } = useQuery(syncStatusQuery(calls));
  return (
    <Card title="Readings" about="Each can be read by itself" flush>
      {data ? (
        <ul className="divide-y divide-line border-t border-line">
          {data.map((sync) => (
            <SyncLine key={sync.kind} calls={calls} sync={sync} isOn={isOn} />
          ))}
        </ul>
      ) : error ? (
        <QueryError tight error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </Card>
  );
}

function SyncLine({ calls, sync, isOn }: { calls: PsaCalls; sync: PsaSync; isOn: boolean }) {
  const { kind, status, completedAt, done, message } = sync;
  const name = refreshWords[kind];
  const refresh = useWrite(callOf(calls, kind), { refreshes: ["psa"] });
  const cancel = useWrite(calls.cancelSync, { refreshes: ["psa"] });
  const isRunning = status === "Running";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 max-md:px-4">
      <div className="grid min-w-0 gap-0.5">
        {kind === "azureReport" ? (
          <TextLink to={linkTo(screens.psaService, { service: azureRoute })}>{name}</TextLink>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        <DataSyncState status={status} />
        <p className="text-sm text-muted wrap-anywhere">
          {isRunning
            ? `${done.toLocaleString("en-GB")} read so far`
            : (message ?? (completedAt ? `Read on ${formatDateTime(completedAt)}` : ""))}
          {message && completedAt && ` Last read whole on ${formatDateTime(completedAt)}.`}
        </p>
      </div>
      {isRunning ? (
        <Button
          size="small"
          busy={cancel.isPending}
          aria-label={`Stop: ${name}`}
          onClick={() => cancel.mutate({ body: { kind } })}
        >
          Stop
        </Button>
      ) : (
        <Button
          size="small"
          busy={refresh.isPending}
          disabled={!isOn}
          aria-label={`Read anew: ${name}`}
          onClick={() => refresh.mutate({})}
        >
          Read anew
        </Button>
      )}
    </li>
  );
}
