import type { ReactNode } from "react";
import { itemsOf, MoreButton, type HasMore } from "../../shared/more-button.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";

type Props<Item> = {
  label: string;
  list: HasMore & { data: { pages: { Items: Item[] }[] } | undefined; error: Error | null; refetch: () => unknown };
  empty: ReactNode;
  children: (item: Item) => ReactNode;
};

/** Lists what takes several lines each, at every width. */
export function BankList<Item>({ label, list, empty, children }: Props<Item>) {
  if (list.error && !list.data) return <QueryError error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data)
    return (
      <div aria-hidden="true" className="grid gap-3">
        {[0, 1, 2].map((line) => (
          <Skeleton key={line} className="h-20" />
        ))}
      </div>
    );
  const items = itemsOf(list.data);
  if (items.length === 0) return <div className="rounded-card border border-line bg-surface">{empty}</div>;
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line rounded-card border border-line bg-surface">
        {items.map(children)}
      </ul>
      <MoreButton of={list} />
    </>
  );
}
