import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { providerLinks } from "@tradewind/contract/access/provider-links.ts";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type SignInDomain = ResultOf<typeof providerLinks.domains>["Items"][number];
export type SignInLink = ResultOf<typeof providerLinks.links>["Items"][number];
export type OwnLink = ResultOf<typeof providerLinks.own>["Items"][number];

const paged = { initialPageParam: undefined as string | undefined, placeholderData: keepPreviousData };

export const domainsQuery = (search: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ["sign-in-domains", search],
    queryFn: ({ pageParam, signal }) =>
      call(providerLinks.domains, { query: { Search: search, After: pageParam }, signal }),
    getNextPageParam: (last) => last.Next ?? undefined,
  });

export const linksQuery = (search: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ["sign-in-links", search],
    queryFn: ({ pageParam, signal }) =>
      call(providerLinks.links, { query: { Search: search, After: pageParam }, signal }),
    getNextPageParam: (last) => last.Next ?? undefined,
  });

export const ownLinksQuery = queryOptions({
  queryKey: ["linked-accounts"],
  queryFn: ({ signal }) => call(providerLinks.own, { signal }),
});
