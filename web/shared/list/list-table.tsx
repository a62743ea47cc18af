import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useCallback, useMemo, type ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column, TableProps } from "../../ui/table-model.ts";
import { SearchBox } from "../../ui/text-field.tsx";
import { useMedia, widths } from "../../ui/use-media.ts";
import { QueryError } from "../query-error.tsx";
import { useColumnChoice } from "./column-choice.ts";
import { TableMenu } from "./table-menu.tsx";
import { useTypedSearch } from "./use-typed-search.ts";

export type Pages<Row> = UseInfiniteQueryResult<InfiniteData<{ Items: readonly Row[] }>>;

export type ListTableProps<Row> = Omit<TableProps<Row>, "rows" | "loading" | "hasMore" | "loadMore" | "error"> & {
  /** The rows found, page by page. */
  list: Pages<Row>;
  /** Without a label there is no search box. */
  searchLabel?: string;
  search?: string;
  onSearch?: (search: string) => void;
  longestSearch?: number | undefined;
  /** Beside the search box: what else narrows the list; and below it. */
  filters?: ReactNode;
  chips?: ReactNode;
  /** Name under which this browser keeps which columns are shown. */
  settings?: string;
  /** Name of the file with the rows that are shown. */
  csvFile?: string;
  /** The columns of a phone's cards, where they are others. */
  cardColumns?: readonly Column<Row>[];
};

/** The rows of a query so far, and what fetches more of them. */
export function useRows<Row>({ data, fetchNextPage, isFetchingNextPage }: Pages<Row>) {
  const rows = useMemo(() => data?.pages.flatMap((page) => page.Items) ?? [], [data]);
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  return { rows, loadMore };
}

/** Saves rows as a file, the columns that have a text. */
export async function saveRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  fileName: string,
): Promise<void> {
  const { csvOf, saveText } = await import("../../ui/csv.ts");
  saveText(csvOf(columns, rows), fileName);
}

/** A search box and whatever else narrows a list, and the table of what is found, fetched further as one scrolls. */
export function ListTable<Row>({
  list,
  searchLabel,
  search = "",
  onSearch = () => {},
  longestSearch = 100,
  filters,
  chips,
  settings,
  csvFile,
  cardColumns,
  columns,
  ...table
}: ListTableProps<Row>) {
  const [text, setText] = useTypedSearch(search, onSearch);
  const { rows, loadMore } = useRows(list);
  const phone = useMedia(widths.phone);
  const { shown, choice } = useColumnChoice(settings, columns);
  return (
    <div className="grid gap-4">
      {(searchLabel || filters || settings) && (
        <div className="grid gap-3">
          <div className="flex flex-wrap items-end gap-3">
            {searchLabel && (
              <SearchBox
                label={searchLabel}
                className="max-md:w-full"
                value={text}
                maxLength={longestSearch}
                onChange={({ target }) => setText(target.value)}
              />
            )}
            {filters}
            {settings && (
              <span className={cx("ml-auto inline-flex", !csvFile && "max-md:hidden")}>
                <TableMenu choice={choice} onCsv={csvFile ? () => void saveRows(shown, rows, csvFile) : undefined} />
              </span>
            )}
          </div>
          {chips}
        </div>
      )}
      <DataTable
        {...table}
        columns={phone && cardColumns ? cardColumns : shown}
        rows={rows}
        loading={list.isPending || list.isFetchingNextPage}
        hasMore={list.hasNextPage}
        loadMore={loadMore}
        error={
          list.isError && rows.length === 0 ? (
            <QueryError error={list.error} onRetry={() => void list.refetch()} />
          ) : undefined
        }
      />
    </div>
  );
}
