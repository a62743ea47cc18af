import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { isUnderWay, psaSyncStatusOf, type Trigger } from "@tradewind/domain/psa/sync.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useWrite } from "../../platform/queries.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { cacheInfoQuery } from "./overview.queries.ts";
import { ageWords, PsaSyncState } from "./sync-words.tsx";

/** Says how old what is kept of the PSA is, and has it read anew: when asked, and by itself when it is about to be too old. */
export function CacheCard({ calls }: { calls: PsaCalls }) {
  const queries = useQueryClient();
  const query = cacheInfoQuery(calls);
  const { data, error, refetch } = useQuery(query);
  const { mutate, isPending } = useWrite(calls.refreshCache, {
    onDone: ({ psaDataCacheSyncStatus }) =>
      queries.setQueryData(query.queryKey, (held) =>
        held ? { ...held, psaDataCacheSyncStatus: psaSyncStatusOf(psaDataCacheSyncStatus) } : held,
      ),
  });
  const refresh = (PSADataCacheSyncTriggerType: Trigger) => mutate({ body: { PSADataCacheSyncTriggerType } });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !data?.isExpiring || isUnderWay(data.psaDataCacheSyncStatus)) return;
    begun.current = true;
    refresh("PageLoad");
  });
  return (
    <Card
      title="Data kept from the PSA"
      actions={
        data && (
          <Button
            icon="refresh"
            busy={isPending}
            disabled={isUnderWay(data.psaDataCacheSyncStatus)}
            onClick={() => refresh("Manual")}
          >
            Refresh
          </Button>
        )
      }
    >
      {data ? (
        <div className="grid gap-1">
          <PsaSyncState status={isPending ? "InProgress" : data.psaDataCacheSyncStatus} />
          <p className="text-sm text-muted">
            {data.ageMs === null ? "Nothing has been read yet." : `What is kept is ${ageWords(data.ageMs)}.`} It is read
            anew every {data.lifetimeMs / 3_600_000} hours.
          </p>
        </div>
      ) : error ? (
        <QueryError tight error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-12 w-full" />
      )}
    </Card>
  );
}
