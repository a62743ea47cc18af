import type { SearchOf } from "@tradewind/contract/address.ts";
import { requests } from "@tradewind/contract/ordering/requests.ts";
import type { screens } from "@tradewind/contract/screens.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export const requestsQuery = (asked: SearchOf<typeof screens.requests>) =>
  pagesOf(["requests", "list", asked], (After, signal) => call(requests.list, { query: { ...asked, After }, signal }));

export const requestQuery = (requestId: string) =>
  queryOptions({
    queryKey: ["requests", "one", requestId],
    queryFn: ({ signal }) => call(requests.byId, { params: { requestId }, signal }),
  });
