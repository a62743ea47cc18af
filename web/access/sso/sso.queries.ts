import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { providerLinks } from "@tradewind/contract/access/provider-links.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type SignInDomain = ResultOf<typeof providerLinks.domains>["Items"][number];
export type SignInLink = ResultOf<typeof providerLinks.links>["Items"][number];
export type OwnLink = ResultOf<typeof providerLinks.own>["Items"][number];

export const domainsQuery = (search: string) =>
  pagesOf(["sign-in-domains", search], (After, signal) =>
    call(providerLinks.domains, { query: { Search: search, After }, signal }),
  );

export const linksQuery = (search: string) =>
  pagesOf(["sign-in-links", search], (After, signal) =>
    call(providerLinks.links, { query: { Search: search, After }, signal }),
  );

export const ownLinksQuery = queryOptions({
  queryKey: ["linked-accounts"],
  queryFn: ({ signal }) => call(providerLinks.own, { signal }),
});
