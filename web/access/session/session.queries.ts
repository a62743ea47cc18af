import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { sessions } from "@tradewind/contract/access/sessions.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type SessionLine = ResultOf<typeof sessions.list>["Items"][number];

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }) => (await call(sessions.list, { signal })).Items,
  staleTime: 0,
});
