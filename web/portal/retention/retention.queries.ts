import { retention } from "@tradewind/contract/portal/retention.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const retentionQuery = queryOptions({
  queryKey: ["retention"],
  queryFn: async ({ signal }) => (await call(retention.list, { signal })).Items,
});
