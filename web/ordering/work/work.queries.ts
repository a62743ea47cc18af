import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { SearchOf } from "@tradewind/contract/address.ts";
import { numberPorts, type PortWork } from "@tradewind/contract/ordering/number-ports.ts";
import { returns } from "@tradewind/contract/ordering/returns.ts";
import { workSharing } from "@tradewind/contract/ordering/work-sharing.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import type { screens } from "@tradewind/contract/screens.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type WorkStatus = "open" | "finished";
export type WorkItem = ResultOf<typeof work.list>["Items"][number];
export type WorkPage = ResultOf<typeof work.byId>;
export type WorkLoad = ResultOf<typeof workSharing.load>;
export type WorkAction = { kind: "start" | "complete" | "dispatch" | "reject"; item: WorkItem };

/** How often work is fetched again, in milliseconds, so that two people see what the other takes. */
const lookAgain = 5_000;

export const workListQuery = (asked: SearchOf<typeof screens.work>) => ({
  ...pagesOf(["work", "list", asked], (After, signal) => call(work.list, { query: { ...asked, After }, signal })),
  refetchInterval: lookAgain,
});

export const workItemQuery = (workItemId: string) =>
  queryOptions({
    queryKey: ["work", "item", workItemId],
    queryFn: ({ signal }) => call(work.byId, { params: { workItemId }, signal }),
    refetchInterval: lookAgain,
  });

export const workLoadQuery = queryOptions({
  queryKey: ["work", "load"],
  queryFn: ({ signal }) => call(workSharing.load, { signal }),
});

export type ReturnItem = ResultOf<typeof returns.list>["Items"][number];
export type ReturnAction = { kind: "receive" | "refuse"; item: ReturnItem };

export const returnsQuery = (status: WorkStatus) =>
  queryOptions({
    queryKey: ["returns", status],
    queryFn: async ({ signal }) => (await call(returns.list, { query: { Status: status }, signal })).Items,
  });

export type PortAction = { kind: "submit" | "accept" | "reject" | "complete"; item: PortWork };

export const portsQuery = (status: WorkStatus) =>
  queryOptions({
    queryKey: ["number-ports", status],
    queryFn: async ({ signal }) => (await call(numberPorts.list, { query: { Status: status }, signal })).Items,
    refetchInterval: lookAgain,
  });
