import type { KeptClass } from "@tradewind/contract/portal/retention.ts";
import { useQuery } from "@tanstack/react-query";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { retentionQuery } from "./retention.queries.ts";

/** Shows what data the marketplace keeps how long. The times are settings of its processes. */
export function RetentionScreen() {
  const { data, error, refetch } = useQuery(retentionQuery);
  return (
    <>
      <PageHeader title="Data retention" about="What the marketplace keeps, and for how long" />
      {error && !data ? (
        <Card>
          <QueryError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <div className="grid gap-6">
          <Card
            title="Removed when its time is over"
            about="Checked every half minute. Where a setting is named, whoever runs the portal changes the time with it."
            flush
          >
            <Classes classes={data?.filter(({ IsRemoved }) => IsRemoved)} />
          </Card>
          <Card title="Everything else" about="Kept for a reason, or not by the portal." flush>
            <Classes classes={data?.filter(({ IsRemoved }) => !IsRemoved)} />
          </Card>
        </div>
      )}
    </>
  );
}

function Classes({ classes }: { classes: readonly KeptClass[] | undefined }) {
  if (!classes)
    return (
      <div className="grid gap-4 px-5 py-4" aria-busy="true">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="w-3/5" />
        ))}
      </div>
    );
  return (
    <dl className="divide-y divide-line border-t border-line">
      {classes.map(({ Name, Kept, Setting }) => (
        <div key={Name} className="grid gap-x-8 gap-y-1 px-5 py-3 max-md:px-4 md:grid-cols-2">
          <dt className="font-medium">{Name}</dt>
          <dd className="grid min-w-0 gap-0.5">
            <span>{Kept}</span>
            {Setting && <code className="text-sm wrap-anywhere text-muted">{Setting}</code>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
