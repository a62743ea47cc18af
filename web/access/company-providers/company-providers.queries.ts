import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { companyProvider } from "@tradewind/contract/access/company-providers.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const companyProviderQuery = queryOptions({
  queryKey: ["companyProvider"],
  queryFn: ({ signal }) => call(companyProvider.current, { signal }),
});

export type ClaimedDomain = ResultOf<typeof companyProvider.waitingDomains>["Items"][number];

export const claimedDomainsQuery = queryOptions({
  queryKey: ["companyProvider", "claimed"],
  queryFn: async ({ signal }) => (await call(companyProvider.waitingDomains, { signal })).Items,
});

export const provisioningTokensQuery = queryOptions({
  queryKey: ["companyProvider", "tokens"],
  queryFn: ({ signal }) => call(companyProvider.tokens, { signal }),
});
