import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { matchingOf } from "@tradewind/domain/psa/matching.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const matchKinds = ["customers", "services"] as const;
export type MatchKind = (typeof matchKinds)[number];

const rowsOf = { customers: "customerMappings", services: "serviceMappings" } as const;
const optionsOf = { customers: "psaCustomers", services: "psaServices" } as const;

/** Both sides, and what of the PSA is still to be matched. It is read anew by Cancel and after saving only. */
export const matchingQuery = (calls: PsaCalls, kind: MatchKind) =>
  queryOptions({
    queryKey: ["psa-match", kind, calls.settings.path],
    queryFn: async ({ signal }) => {
      const [rows, options] = await Promise.all([
        call(calls[rowsOf[kind]], { signal }),
        call(calls[optionsOf[kind]], { signal }),
      ]);
      return matchingOf(rows.response, options.response);
    },
    staleTime: Infinity,
    gcTime: 0,
  });
