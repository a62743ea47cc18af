import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { differences, everyDifference, type DifferenceItem } from "@tradewind/contract/ordering/differences.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type Difference = DifferenceItem & { ResellerName?: string };
export type Proposal = ResultOf<typeof differences.propose>;

export const differencesQuery = pagesOf(["differences"], (After, signal) =>
  call(differences.list, { query: { After }, signal }),
);

export const everyDifferenceQuery = pagesOf(["differences", "every"], (After, signal) =>
  call(everyDifference.list, { query: { After }, signal }),
);

/** What taking over the vendor's book would cost, asked anew each time it is opened. */
export const takingQuery = (differenceId: string) =>
  queryOptions({
    queryKey: ["differences", "taking", differenceId],
    queryFn: ({ signal }) => call(differences.propose, { params: { differenceId }, signal }),
    staleTime: 0,
  });
