import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { flags } from "@tradewind/contract/portal/flags.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type Flag = ResultOf<typeof flags.list>["Items"][number];

export const flagsQuery = queryOptions({
  queryKey: ["flags"],
  queryFn: async ({ signal }) => (await call(flags.list, { signal })).Items,
});

/** Finds resellers by part of their name, as options of a field. */
export const searchResellers = async (Search: string, signal: AbortSignal) =>
  (await call(flags.resellers, { query: { Search }, signal })).Items.map(({ Id, Name }) => ({ id: Id, label: Name }));
