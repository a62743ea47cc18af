import type { StockItem, StockMove } from "@tradewind/contract/ordering/stock.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { SidePanel } from "../../ui/dialog.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useRows } from "../../shared/list/list-table.tsx";
import { movesQuery } from "./stock.queries.ts";

const icons: Record<StockMove["Kind"], IconName> = {
  received: "download",
  reserved: "clock",
  released: "refresh",
  dispatched: "arrowRight",
  returned: "arrowLeft",
  writtenOff: "trash",
  adjusted: "edit",
};

function wordsOf({ Kind, Quantity, Free, CustomerName, ResellerName }: StockMove): string {
  const units = Quantity.toLocaleString("en-GB");
  const whose = CustomerName && `${CustomerName} (${ResellerName})`;
  switch (Kind) {
    case "received":
      return `${units} received`;
    case "reserved":
      return `${units} kept for ${whose}`;
    case "released":
      return `${units} no longer kept for ${whose}`;
    case "dispatched":
      return `${units} dispatched to ${whose}`;
    case "returned":
      return `${units} returned by ${whose}`;
    case "writtenOff":
      return whose ? `${units} returned by ${whose} and written off` : `${units} written off`;
    case "adjusted":
      return Free > 0 ? `${units} more were counted` : `${units} fewer were counted`;
  }
}

/** Shows every move of a product, newest first. */
export function MovesPanel({ item, onClose }: { item: StockItem; onClose: () => void }) {
  const list = useInfiniteQuery(movesQuery(item.Sku));
  const { rows, loadMore } = useRows(list);
  return (
    <SidePanel title="History of stock" subtitle={item.Name} onClose={onClose}>
      {list.error && rows.length === 0 ? (
        <QueryError error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Skeleton className="h-40" />
      ) : rows.length === 0 ? (
        <EmptyState icon="clock" title="Nothing moved yet">
          It is counted once some of it was received.
        </EmptyState>
      ) : (
        <div className="grid gap-5">
          <Timeline
            entries={rows.map((move) => ({
              id: move.Id,
              what: move.Reason ? `${wordsOf(move)}: ${move.Reason}` : wordsOf(move),
              who: move.By ?? "By itself",
              when: formatDateTime(move.At),
              at: move.At,
              icon: icons[move.Kind],
            }))}
          />
          {list.hasNextPage && (
            <Button onClick={loadMore} busy={list.isFetchingNextPage}>
              Show earlier moves
            </Button>
          )}
        </div>
      )}
    </SidePanel>
  );
}
