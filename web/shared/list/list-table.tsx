import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useCallback, useMemo, type ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column, TableProps } from "../../ui/table-model.ts";
import { SearchBox } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useMedia, widths } from "../../ui/use-media.ts";
import { QueryError } from "../query-error.tsx";
import { useColumnChoice } from "./column-choice.ts";
import { TableMenu } from "./table-menu.tsx";
import { useTypedSearch } from "./use-typed-search.ts";

export type Pages<Row> = UseInfiniteQueryResult<InfiniteData<{ Items: readonly Row[] }>>;

export type ListTableProps<Row> = Omit<TableProps<Row>, "rows" | "loading" | "hasMore" | "loadMore" | "error"> & {
  /** The matching rows, page by page. */
  list: Pages<Row>;
  /** Omit the label to hide the search box. */
  searchLabel?: string;
  search?: string;
  onSearch?: (search: string) => void;
  longestSearch?: number | undefined;
  /** Further filters, beside the search box and below it. */
  filters?: ReactNode;
  chips?: ReactNode;
  /** Key under which this browser remembers the columns shown. */
  settings?: string;
  /** Name of the file with the rows that are shown. */
  csvFile?: string;
  /** The columns of a phone's cards, if they differ. */
  cardColumns?: readonly Column<Row>[];
};

/** Returns the rows loaded so far, with a function that loads more. */
export function useRows<Row>({ data, fetchNextPage, isFetchingNextPage }: Pages<Row>) {
  const rows = useMemo(() => data?.pages.flatMap((page) => page.Items) ?? [], [data]);
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  return { rows, loadMore };
}

/** Rows that are fetched at most to have all of them at once. */
const mostAtOnce = 5000;

/** Fetches the rows that are not loaded yet, up to a limit; null if that failed, which is said. */
async function allRows<Row>(list: Pages<Row>): Promise<readonly Row[] | null> {
  const rowsOf = ({ data }: Pages<Row>) => data?.pages.flatMap((page) => page.Items) ?? [];
  let now = list;
  while (now.hasNextPage && rowsOf(now).length < mostAtOnce) {
    now = await now.fetchNextPage({ cancelRefetch: false });
    if (now.isError) {
      toast("The other rows could not be loaded. Please try again.", { kind: "problem" });
      return null;
    }
  }
  return rowsOf(now).slice(0, mostAtOnce);
}

/** Saves rows as a file, with those columns that have a text. */
export async function saveRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  fileName: string,
): Promise<void> {
  const { csvOf, saveText } = await import("./csv.ts");
  saveText(csvOf(columns, rows), fileName);
}

/** How many rows there are, or the first of them that are fetched at once. */
const reachOf = (total: number | undefined): string =>
  total === undefined
    ? "all"
    : total > mostAtOnce
      ? `the first ${mostAtOnce.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")}`
      : `all ${total.toLocaleString("en-GB")}`;

/** Shows a search box, filters, and a table that loads more rows on scrolling. */
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
  const reach = list.hasNextPage ? reachOf(table.total) : undefined;
  const save = async (which: readonly Row[] | null) => csvFile && which && saveRows(shown, which, csvFile);
  return (
    <div className="grid gap-4">
      {(searchLabel || filters || settings) && (
        <div className="grid gap-3 print:hidden">
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
                <TableMenu
                  choice={choice}
                  csv={
                    csvFile
                      ? {
                          shown: rows.length,
                          reach,
                          onShown: () => void save(rows),
                          onReach: async () => void (await save(await allRows(list))),
                          onPrint: async () => void ((await allRows(list)) && setTimeout(() => window.print())),
                        }
                      : undefined
                  }
                />
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
        reach={reach}
        loadReach={() => allRows(list)}
        error={
          list.isError && rows.length === 0 ? (
            <QueryError error={list.error} onRetry={() => void list.refetch()} />
          ) : undefined
        }
      />
    </div>
  );
}
