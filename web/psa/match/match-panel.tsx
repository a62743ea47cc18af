import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import type { MatchKind } from "@tradewind/domain/psa/matching.ts";
import { isUnderWay, type PsaSyncStatus } from "@tradewind/domain/psa/sync.ts";
import { useQuery } from "@tanstack/react-query";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { MatchEditor } from "./match-editor.tsx";
import { matchQuery } from "./match.queries.ts";
import { matchWords } from "./match-words.ts";

/** Loads both sides of one kind, and says so where the PSA's could not be read. */
export function MatchPanel({ calls, kind }: { calls: PsaCalls; kind: MatchKind }) {
  const { data, error, refetch } = useQuery(matchQuery(calls, kind));
  const { one, notLoaded } = matchWords[kind];
  if (data === undefined)
    return error ? (
      <Alert type="error" title={notLoaded} live action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {error.message}
      </Alert>
    ) : (
      <Skeleton className="h-96 w-full" />
    );
  if (data.rows.length === 0)
    return (
      <EmptyState icon="refresh" title={`There is no ${one} yet`}>
        Each {one} appears here as soon as there is one.
      </EmptyState>
    );
  return (
    <div className="grid gap-4">
      <Reading status={data.status} isEmpty={data.options.length === 0} notLoaded={notLoaded} />
      <MatchEditor calls={calls} kind={kind} data={data} />
    </div>
  );
}

type ReadingProps = { status: PsaSyncStatus; isEmpty: boolean; notLoaded: string };

function Reading({ status, isEmpty, notLoaded }: ReadingProps) {
  if (status === "Failed")
    return (
      <Alert type="warning" title={notLoaded}>
        Their last reading failed. What was read before is shown.
      </Alert>
    );
  if (isUnderWay(status)) return <Alert type="info">The PSA is being read. What was read before is shown.</Alert>;
  return isEmpty ? <Alert type="warning">Nothing to match with has been read from the PSA.</Alert> : null;
}
