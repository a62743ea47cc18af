import {
  differences,
  everyDifference,
  type Cure,
  type DifferenceItem,
  type operatorCures,
} from "@tradewind/contract/ordering/differences.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type AnyCure = Cure | (typeof operatorCures)[number];
export type Difference = Omit<DifferenceItem, "Cures"> & { Cures: AnyCure[]; ResellerName?: string };

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

/** What bringing in what nobody ordered here would cost, charged from a day on. */
export const adoptingQuery = (differenceId: string, From: string | undefined) =>
  queryOptions({
    queryKey: ["differences", "adopting", differenceId, From],
    queryFn: ({ signal }) => call(everyDifference.propose, { params: { differenceId }, query: { From }, signal }),
    staleTime: 0,
  });
