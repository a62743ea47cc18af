import { orders, type WireProposal } from "@tradewind/contract/ordering/orders.ts";
import type { SentOf } from "@tradewind/contract/endpoint.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { asApiError, type ApiError } from "../../platform/api-error.ts";
import { call } from "../../platform/api.ts";

/** The request: the same for a proposal and, with its hash, for the order. */
export type Wanted = SentOf<typeof orders.propose>["body"];

export type ProposalState = {
  /** The last answer, even while a newer one is loading. */
  proposal: WireProposal | undefined;
  refusal: ApiError | undefined;
  /** The proposal shown does not match the request yet. */
  stale: boolean;
  retry: () => void;
};

const restDelay = 250;

/** Fetches the live proposal once the answers have been unchanged for a moment, and nothing if nothing is requested. */
export function useProposal(wanted: Wanted | undefined): ProposalState {
  const text = wanted && JSON.stringify(wanted);
  const rested = useRested(text);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ["proposals", rested],
    queryFn: ({ signal }) => call(orders.propose, { body: JSON.parse(rested!) as Wanted, signal }),
    enabled: rested !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
    retry: 1,
  });
  const current = text !== undefined && text === rested;
  return {
    proposal: text === undefined || error ? undefined : data,
    refusal: current && error ? asApiError(error) : undefined,
    stale: text !== undefined && (!current || isFetching || isPlaceholderData),
    retry: () => void refetch(),
  };
}

/** Returns the first value at once, and later ones once they have been unchanged for a moment. */
function useRested(text: string | undefined): string | undefined {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    if (text === rested) return;
    const timer = setTimeout(setRested, rested === undefined ? 0 : restDelay, text);
    return () => clearTimeout(timer);
  }, [text, rested]);
  return rested;
}
