import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../platform/api.ts";

/** Fetches whether the person may sign agreements for their company. */
export const canAgreeQuery = queryOptions({
  queryKey: ["agreements", "can-agree"],
  queryFn: async ({ signal }) => (await call(agreements.canAgree, { signal })).CanAgree,
});
