import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { isUnderWay, syncCheck } from "@tradewind/domain/psa/sync.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const movedMonthsQuery = (calls: PsaCalls) =>
  queryOptions({
    queryKey: ["psa", "movedMonths", calls.dateRange.path],
    queryFn: async ({ signal }) => (await call(calls.dateRange, { signal })).response,
    retry: false,
    staleTime: 0,
  });

/** Looks again every half minute while the PSA is read for it. */
export const movementQuery = (calls: PsaCalls, date: string) =>
  queryOptions({
    queryKey: ["psa", "movement", calls.productMovement.path, date],
    queryFn: ({ signal }) => call(calls.productMovement, { query: { date }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.synchronization.status) ? syncCheck : false),
  });
