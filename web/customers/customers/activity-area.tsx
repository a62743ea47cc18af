import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { Timeline, type TimelineEntry } from "../../ui/timeline.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { activityQuery } from "./customers.queries.ts";

/** Lists the actions on the customer, newest first. */
export function ActivityArea({ customerId }: { customerId: string }) {
  const [userId, setUserId] = useState<string>();
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    ...activityQuery(customerId, userId),
    placeholderData: keepPreviousData,
  });
  const users = data?.pages[0]?.Users ?? [];
  const items = data?.pages.flatMap((page) => page.Items) ?? [];
  return (
    <Card
      title="Activity"
      about="What was done, by whom and when"
      actions={
        (users.length > 1 || userId !== undefined) && (
          <Select
            label="Done by"
            quietLabel
            className="w-56 max-md:w-full"
            placeholder="Everybody"
            choices={users.map(({ Id, Name }) => ({ value: Id, label: Name }))}
            value={userId ?? ""}
            onChange={({ target }) => setUserId(target.value || undefined)}
          />
        )
      }
    >
      {error && items.length === 0 ? (
        <QueryError tight error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <div aria-hidden="true" className="grid gap-5 pt-2">
          {[0, 1, 2, 3].map((line) => (
            <div key={line} className="flex gap-3">
              <Skeleton className="size-7 rounded-full!" />
              <div className="grid flex-1 gap-2">
                <Skeleton className="w-1/2" />
                <Skeleton className="h-3 w-40" />
              </div>
            </div>
          ))}
        </div>
      ) : items.length === 0 ? (
        <EmptyState tight icon="clock" title="Nothing has happened yet">
          Orders, changes and sign-ins of this customer appear here.
        </EmptyState>
      ) : (
        <div className="grid gap-4 pt-2">
          <Timeline
            entries={items.map((item): TimelineEntry => ({
              id: item.Id,
              what: item.Outcome === "done" ? item.What : `${item.What} (${item.Outcome})`,
              who: item.OnBehalfOf ? `${item.Who} for ${item.OnBehalfOf}` : item.Who,
              when: formatDateTime(item.At),
              at: item.At,
              problem: item.Outcome !== "done",
            }))}
          />
          {hasNextPage && (
            <Button className="w-fit" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show earlier activity
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
