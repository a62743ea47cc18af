import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const reconciliationQuery = (calls: PsaCalls) =>
  queryOptions({
    queryKey: ["psa", "reconciliation", calls.reconciliation.path],
    queryFn: async ({ signal }) => (await call(calls.reconciliation, { signal })).response,
    staleTime: 0,
  });
