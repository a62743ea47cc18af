import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useRows } from "../../shared/list/list-table.tsx";
import { customerCountQuery, customerListQuery, type CustomerFilter } from "./customers.queries.ts";

/** Shorter lists are fetched again as soon as something changes; longer ones when they are next opened. */
const freshPages = 3;

/** Returns the rows shown, and the counts for each kind. */
export function useCustomerList(filter: CustomerFilter) {
  const queries = useQueryClient();
  const list = useInfiniteQuery(customerListQuery(filter));
  // The rows load first, then the counts.
  const count = useQuery({ ...customerCountQuery(filter), enabled: !list.isPending });
  const { rows } = useRows(list);

  // An event fetches the counts again; if they are newer than the rows, the rows are fetched too.
  const counted = useRef(0);
  const pages = list.data?.pages.length ?? 0;
  const { refetch } = list;
  useEffect(() => {
    const before = counted.current;
    counted.current = count.dataUpdatedAt;
    if (before === 0 || count.dataUpdatedAt === before || count.isPlaceholderData) return;
    if (pages <= freshPages) void refetch();
    else void queries.invalidateQueries({ queryKey: ["customer-list"], refetchType: "none" });
  }, [count.dataUpdatedAt, count.isPlaceholderData, pages, refetch, queries]);

  return { list, rows, counts: count.data };
}
