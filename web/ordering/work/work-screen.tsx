import { screens } from "@tradewind/contract/screens.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useSession } from "../../platform/session.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { ListTable, useRows } from "../../shared/list/list-table.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { useSelection } from "../../shared/list/use-selection.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { PortsList } from "./ports-list.tsx";
import { ReturnsList } from "./returns-list.tsx";
import { useTake, type Shared } from "./use-take.ts";
import { workCards, workColumns } from "./work-columns.tsx";
import { WorkFilters } from "./work-filters.tsx";
import { LoadCards, LoadTiles } from "./work-load.tsx";
import { isOpenWork, workAddress } from "./work-words.ts";
import { workListQuery, workLoadQuery, type WorkItem } from "./work.queries.ts";

const ShareDialogs = lazy(async () => ({ default: (await import("./share-dialogs.tsx")).ShareDialogs }));
const keyOf = ({ Id }: WorkItem) => Id;
const isSome = (items: readonly WorkItem[]): items is Shared["items"] => items.length > 0;

/** Lists the orders that people fulfil: whose each is and what is due first, with how much there is at a glance. */
export function WorkScreen() {
  const filter = useFilter(screens.work);
  const { asked, ask } = filter;
  const { Today } = useSession();
  const open = asked.Status === "open";
  const list = useInfiniteQuery(workListQuery(asked));
  const { data: load } = useQuery(workLoadQuery);
  const [shared, setShared] = useState<Shared>();
  const { rows } = useRows(list);
  const { selected, chosen, select } = useSelection(rows, keyOf, filter.name);
  const clear = () => select(new Set());
  const { take, giveBack, busy, me } = useTake(clear);
  const columns = useMemo(() => workColumns(open, Today), [open, Today]);
  const cards = useMemo(() => workCards(open, Today), [open, Today]);
  const share = (what: Shared["what"], items: readonly WorkItem[]) => isSome(items) && setShared({ what, items });
  const actionsOf = (item: WorkItem): MenuItem[] =>
    isOpenWork(item)
      ? [
          item.AssigneeId === me
            ? { label: "Give back", icon: "refresh", onSelect: () => giveBack(item) }
            : { label: "Take", icon: "user", onSelect: () => take(item) },
          { label: "Give to somebody", icon: "users", onSelect: () => share("give", [item]) },
          { label: "Change the due day", icon: "calendar", onSelect: () => share("due", [item]) },
        ]
      : [];
  return (
    <>
      <PageHeader
        title="Work queue"
        about={open ? "Orders that our team fulfils" : "Finished last, first"}
        actions={
          <Segmented
            label="Shown"
            quietLabel
            value={asked.Status}
            onValue={(Status) => ask({ Status, Due: undefined })}
            choices={[
              { value: "open", label: "Open" },
              { value: "finished", label: "Finished" },
            ]}
          />
        }
      />
      {open && <LoadTiles load={load} today={Today} />}
      <div className={open ? "grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_18rem]" : undefined}>
        <div className="min-w-0">
          <ListTable
            label="Work queue"
            list={list}
            searchLabel="Search customer or order number"
            search={asked.Search}
            onSearch={(Search) => ask({ Search })}
            filters={<WorkFilters filter={filter} load={load} />}
            columns={columns}
            cardColumns={cards}
            sort={open ? asked.Sort : undefined}
            onSort={(sort) => ask({ Sort: sort.endsWith("age") ? "age" : "due" })}
            rowKey={keyOf}
            href={(row) => workAddress(row.Id)}
            renderLink={rowLink}
            actions={open ? actionsOf : undefined}
            selected={open ? selected : undefined}
            onSelect={open ? select : undefined}
            rowName={({ Title, CustomerName }) => `${Title} for ${CustomerName}`}
            bulk={
              <>
                <Button size="small" disabled={busy} onClick={() => take(...chosen)}>
                  Take
                </Button>
                <Button size="small" onClick={() => share("give", chosen)}>
                  Give to somebody
                </Button>
                <Button size="small" onClick={() => share("due", chosen)}>
                  Change the due day
                </Button>
              </>
            }
            empty={<Nothing open={open} narrowed={filter.isNarrowed} onClear={filter.clear} />}
          />
          <PortsList status={asked.Status} />
          <ReturnsList status={asked.Status} />
        </div>
        {open && <LoadCards load={load} today={Today} />}
      </div>
      {shared && (
        <Suspense fallback={null}>
          <ShareDialogs shared={shared} onDone={clear} onClose={() => setShared(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function Nothing({ open, narrowed, onClear }: { open: boolean; narrowed: boolean; onClear: () => void }) {
  if (narrowed)
    return (
      <EmptyState icon="search" title="No work matches" action={<Button onClick={onClear}>Clear filters</Button>}>
        Nothing was found that matches every filter.
      </EmptyState>
    );
  return (
    <EmptyState icon="checkCircle" title={open ? "Nothing is waiting for you" : "Nothing finished recently"}>
      {open
        ? "Orders for products that our team provides, such as hardware, appear here automatically."
        : "Orders you complete or reject appear here."}
    </EmptyState>
  );
}
