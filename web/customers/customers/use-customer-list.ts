import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useRows } from "../../shared/list/list-table.tsx";
import { customerCountQuery, customerListQuery, type CustomerFilter } from "./customers.queries.ts";

/** A list no longer than this is fetched again as soon as something changed; a longer one when it is next opened. */
const freshPages = 3;

/** The rows shown, and how many there are of each kind. */
export function useCustomerList(filter: CustomerFilter) {
  const queries = useQueryClient();
  const list = useInfiniteQuery(customerListQuery(filter));
  // The rows come first; the figures about them follow.
  const count = useQuery({ ...customerCountQuery(filter), enabled: !list.isPending });
  const { rows } = useRows(list);

  // An event fetches the counts again; where they are newer than the rows, the rows follow.
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
