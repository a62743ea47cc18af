import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { isUnderWay, syncCheck } from "@tradewind/domain/psa/sync.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const unmatchedQuery = (calls: PsaCalls) =>
  queryOptions({
    queryKey: ["psa", "unmatched", calls.unmatchedOverview.path],
    queryFn: async ({ signal }) => (await call(calls.unmatchedOverview, { signal })).response,
    staleTime: 0,
  });

/** Looks again every half minute while something is read. */
export const syncStatusQuery = (calls: PsaCalls) =>
  queryOptions({
    queryKey: ["psa", "syncs", calls.syncStatus.path],
    queryFn: async ({ signal }) => (await call(calls.syncStatus, { signal })).response,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === "Running") ? syncCheck : false),
  });

export const cacheInfoQuery = (calls: PsaCalls) =>
  queryOptions({
    queryKey: ["psa", "cache", calls.latestCacheInfo.path],
    queryFn: ({ signal }) => call(calls.latestCacheInfo, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.psaDataCacheSyncStatus) ? syncCheck : false),
  });
