import {
  differences,
  everyDifference,
  type Cure,
  type differenceViews,
  type DifferenceItem,
  type operatorCures,
} from "@tradewind/contract/ordering/differences.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type AnyCure = Cure | (typeof operatorCures)[number];
export type Difference = Omit<DifferenceItem, "Cures"> & { Cures: AnyCure[]; ResellerName?: string };

type View = (typeof differenceViews)[number];

export const differencesQuery = (View: View) =>
  pagesOf(["differences", "of-company", View], (After, signal) =>
    call(differences.list, { query: { View, After }, signal }),
  );

export const everyDifferenceQuery = (View: View) =>
  pagesOf(["differences", "every", View], (After, signal) =>
    call(everyDifference.list, { query: { View, After }, signal }),
  );

/** What curing differences in one way would do and cost, asked anew each time it is opened. */
export const cureQuery = (Cure: Cure, DifferenceIds: string[]) =>
  queryOptions({
    queryKey: ["differences", "cure", Cure, ...DifferenceIds],
    queryFn: ({ signal }) => call(differences.propose, { body: { Cure, DifferenceIds }, signal }),
    staleTime: 0,
  });

/** What bringing in what nobody ordered here would cost, charged from a day on. */
export const adoptingQuery = (differenceId: string, From: string | undefined) =>
  queryOptions({
    queryKey: ["differences", "adopting", differenceId, From],
    queryFn: ({ signal }) => call(everyDifference.propose, { params: { differenceId }, query: { From }, signal }),
    staleTime: 0,
  });
