import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import type { MatchKind } from "@tradewind/domain/psa/matching.ts";
import { psaSyncStatusOf } from "@tradewind/domain/psa/sync.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

const rowsOf = { customers: "customerMappings", services: "serviceMappings", products: "productMappings" } as const;
const optionsOf = { customers: "psaCustomers", services: "psaServices", products: "products" } as const;

/** Both sides, and how the last reading of the PSA stands. */
export const matchQuery = (calls: PsaCalls, kind: MatchKind) =>
  queryOptions({
    queryKey: ["psa", "match", kind, calls.settings.path],
    queryFn: async ({ signal }) => {
      const [rows, options] = await Promise.all([
        call(calls[rowsOf[kind]], { signal }),
        call(calls[optionsOf[kind]], { signal }),
      ]);
      const { status } = rows.synchronization;
      return { rows: rows.response, options: options.response, status: psaSyncStatusOf(status) };
    },
    staleTime: 0,
  });

/** What unmatched rows may be; products are said one by one. */
export const suggestionsQuery = (calls: PsaCalls, kind: MatchKind) =>
  queryOptions({
    queryKey: ["psa", "suggestions", kind, calls.settings.path],
    queryFn: async ({ signal }) =>
      (await call(kind === "customers" ? calls.customerSuggestions : calls.serviceSuggestions, { signal })).response,
    staleTime: 0,
    enabled: kind !== "products",
  });
