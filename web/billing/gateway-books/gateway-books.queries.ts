import { gatewayBooks } from "@tradewind/contract/billing/gateway-books.ts";
import type { GatewayDifferenceState } from "@tradewind/domain/billing/gateway-books.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export const gatewayDifferencesQuery = (State: GatewayDifferenceState) =>
  pagesOf(["gatewayBooks", "differences", State], (After, signal) =>
    call(gatewayBooks.differences, { query: { State, After }, signal }),
  );

export const gatewayPayoutsQuery = pagesOf(["gatewayBooks", "payouts"], (After, signal) =>
  call(gatewayBooks.payouts, { query: { After }, signal }),
);

export const gatewayStandingsQuery = queryOptions({
  queryKey: ["gatewayBooks", "standings"],
  queryFn: ({ signal }) => call(gatewayBooks.standings, { signal }),
});
