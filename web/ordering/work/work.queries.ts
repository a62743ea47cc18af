import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { returns } from "@tradewind/contract/ordering/returns.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type WorkStatus = "open" | "finished";
export type WorkItem = ResultOf<typeof work.list>["Items"][number];
export type WorkAction = { kind: "start" | "complete" | "dispatch" | "reject"; item: WorkItem };

export const workQuery = (status: WorkStatus) =>
  queryOptions({
    queryKey: ["work", status],
    queryFn: async ({ signal }) => (await call(work.list, { query: { Status: status }, signal })).Items,
  });

export type ReturnItem = ResultOf<typeof returns.list>["Items"][number];
export type ReturnAction = { kind: "receive" | "refuse"; item: ReturnItem };

export const returnsQuery = (status: WorkStatus) =>
  queryOptions({
    queryKey: ["returns", status],
    queryFn: async ({ signal }) => (await call(returns.list, { query: { Status: status }, signal })).Items,
  });
