import type { ReactNode } from "react";
import { Segmented, type Choice } from "../ui/choice.tsx";
import type { IconName } from "../ui/icon.tsx";
import { PageHeader } from "../ui/page.tsx";
import { EmptyState, Skeleton } from "../ui/placeholder.tsx";
import { MoreButton, type HasMore } from "./more-button.tsx";
import { QueryError } from "./query-error.tsx";

type QueueProps<Item, View extends string> = {
  title: string;
  about: string;
  view: View;
  onView: (view: View) => void;
  views: readonly Choice<View>[];
  list: { data: readonly Item[] | undefined; error: Error | null; refetch: () => unknown } & Partial<HasMore>;
  empty: { icon: IconName; title: string; text: string };
  /** Draws the card of one item. */
  renderCard: (item: Item) => ReactNode;
};

/** Shows a queue for the operator's people: waiting or finished items, one card for each. */
export function Queue<Item, View extends string>({
  title,
  about,
  view,
  onView,
  views,
  list,
  empty,
  renderCard,
}: QueueProps<Item, View>) {
  const { data, error, refetch } = list;
  return (
    <>
      <PageHeader
        title={title}
        about={about}
        actions={<Segmented label="Shown" quietLabel value={view} onValue={onView} choices={views} />}
      />
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div aria-hidden="true" className="grid gap-4">
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} className="h-32" />
          ))}
        </div>
      ) : data.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState icon={empty.icon} title={empty.title}>
            {empty.text}
          </EmptyState>
        </div>
      ) : (
        <>
          <ul className="grid gap-4">{data.map(renderCard)}</ul>
          <MoreButton of={list} />
        </>
      )}
    </>
  );
}
