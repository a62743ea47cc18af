import type { Screen } from "@tradewind/contract/screen.ts";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { ListTable, type ListTableProps } from "./list-table.tsx";
import type { Filter } from "./use-filter.ts";

type ListScreenProps<Row> = Omit<
  ListTableProps<Row>,
  "search" | "onSearch" | "longestSearch" | "sort" | "onSort" | "empty" | "label"
> & {
  title: string;
  /** Names for one row and for several. */
  words: readonly [one: string, several: string];
  filter: Pick<Filter<Screen>, "screen" | "sortBy" | "clear" | "isNarrowed"> & {
    asked: { Search: string; Sort?: string };
    ask: (change: { Search: string }) => void;
  };
  /** Shown below the title; defaults to the number of rows. */
  about?: ReactNode;
  headActions?: ReactNode;
  /** Shown between the head and the filters. */
  above?: ReactNode;
  /** Shown if there are no rows at all. */
  empty: ReactNode;
};

/** Shows a list page: the total, the filters, the table, and what to do if nothing is found. */
export function ListScreen<Row>({
  title,
  words,
  filter,
  about,
  headActions,
  above,
  empty,
  total,
  ...table
}: ListScreenProps<Row>) {
  const { screen, asked, ask, sortBy, clear, isNarrowed } = filter;
  return (
    <>
      <PageHeader
        title={title}
        about={
          about ?? (
            <span className="figures" role="status">
              {total === undefined ? "Counting…" : countLine(total, isNarrowed, words)}
            </span>
          )
        }
        actions={headActions}
      />
      {above}
      <ListTable
        {...table}
        label={title}
        total={total}
        search={asked.Search}
        onSearch={(Search) => ask({ Search })}
        longestSearch={screen.search?.["Search"]?.longest}
        sort={asked.Sort}
        onSort={asked.Sort === undefined ? undefined : sortBy}
        empty={
          isNarrowed ? (
            <EmptyState
              icon="search"
              title={`No ${words[1]} match`}
              action={<Button onClick={clear}>Clear filters</Button>}
            >
              Nothing was found{asked.Search && ` for “${asked.Search}”`} that matches every filter. Check the spelling
              or clear the filters.
            </EmptyState>
          ) : (
            empty
          )
        }
      />
    </>
  );
}

const countLine = (total: number, isNarrowed: boolean, [one, several]: readonly [string, string]) =>
  `${total.toLocaleString("en-GB")} ${isNarrowed ? "found" : total === 1 ? one : several}`;
