import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const reconciliationQuery = (calls: PsaCalls, date?: string) =>
  queryOptions({
    queryKey: ["psa", "reconciliation", calls.reconciliation.path, date],
    queryFn: async ({ signal }) =>
      (await call(calls.reconciliation, { query: date === undefined ? {} : { date }, signal })).response,
    staleTime: 0,
  });
