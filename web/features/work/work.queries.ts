import { work } from "@tradewind/contract/work.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type WorkStatus = "open" | "finished";

export const workQuery = (status: WorkStatus) =>
  queryOptions({
    queryKey: ["work", status],
    queryFn: async ({ signal }) => (await call(work.list, { query: { Status: status }, signal })).Items,
    // The queue fills from every reseller; whoever looks at it should not have to reload.
    refetchInterval: 15_000,
  });
