import type { SearchOf } from "@tradewind/contract/address.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { activityLog, everyActivityLog } from "@tradewind/contract/insight/activity-log.ts";
import type { screens } from "@tradewind/contract/screens.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type LogEntry = ResultOf<typeof activityLog.list>["Items"][number];
export type LogState = ResultOf<typeof activityLog.state>;

type OwnFilter = SearchOf<typeof screens.activityLog>;
type EveryFilter = SearchOf<typeof screens.everyActivityLog>;

export const ownLogQuery = (filter: OwnFilter) =>
  pagesOf(["activity", "list", filter], (After, signal) =>
    call(activityLog.list, { query: { ...filter, After }, signal }),
  );

export const ownStateQuery = queryOptions({
  queryKey: ["activity", "count"],
  queryFn: ({ signal }) => call(activityLog.state, { signal }),
});

export const everyLogQuery = (filter: EveryFilter) =>
  pagesOf(["every-activity-log", filter], (After, signal) =>
    call(everyActivityLog.list, { query: { ...filter, After }, signal }),
  );

export const stateOfQuery = (CompanyId: string | undefined) =>
  queryOptions({
    queryKey: ["every-activity-log", "state", CompanyId],
    queryFn: ({ signal }) => call(everyActivityLog.state, { query: { CompanyId }, signal }),
    enabled: CompanyId !== undefined,
  });
