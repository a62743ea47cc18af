import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { DataTable } from "../ui/data-table.tsx";
import type { TableProps } from "../ui/table-model.ts";
import { SearchBox } from "../ui/text-field.tsx";
import { QueryError } from "./query-error.tsx";
import { useTypedSearch } from "./use-typed-search.ts";

type Props<Row> = Omit<TableProps<Row>, "rows" | "loading" | "hasMore" | "loadMore" | "error"> & {
  /** The rows found, page by page. */
  list: UseInfiniteQueryResult<InfiniteData<{ Items: readonly Row[] }>>;
  searchLabel: string;
  search: string;
  onSearch: (search: string) => void;
};

/** A search box and the table of what it finds, fetched further as one scrolls. */
export function SearchedList<Row>({ list, searchLabel, search, onSearch, ...table }: Props<Row>) {
  const [text, setText] = useTypedSearch(search, onSearch);
  const rows = list.data?.pages.flatMap((page) => page.Items) ?? [];
  return (
    <div className="grid gap-4">
      <SearchBox
        label={searchLabel}
        className="max-md:w-full"
        value={text}
        maxLength={100}
        onChange={({ target }) => setText(target.value)}
      />
      <DataTable
        {...table}
        rows={rows}
        loading={list.isPending || list.isFetchingNextPage}
        hasMore={list.hasNextPage}
        loadMore={() => void (list.isFetchingNextPage || list.fetchNextPage())}
        error={
          list.error && rows.length === 0 ? (
            <QueryError error={list.error} onRetry={() => void list.refetch()} />
          ) : undefined
        }
      />
    </div>
  );
}
