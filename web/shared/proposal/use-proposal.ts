import { orders, type WireProposal } from "@tradewind/contract/ordering/orders.ts";
import type { SentOf } from "@tradewind/contract/endpoint.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { asApiError, type ApiError } from "../../platform/api-error.ts";
import { call } from "../../platform/api.ts";

/** What is asked for: the same for a proposal and, with its hash, for the order. */
export type Wanted = SentOf<typeof orders.propose>["body"];

export type ProposalState = {
  /** The last answer, also while a newer one is on its way. */
  proposal: WireProposal | undefined;
  refusal: ApiError | undefined;
  /** What is shown does not belong to what is wanted yet. */
  stale: boolean;
  retry: () => void;
};

const restDelay = 250;

/** The live proposal: asked for when the answers have rested for a moment. Nothing wanted, nothing asked. */
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

/** The first value at once, later ones when they have not changed for a moment. */
function useRested(text: string | undefined): string | undefined {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    if (text === rested) return;
    const timer = setTimeout(setRested, rested === undefined ? 0 : restDelay, text);
    return () => clearTimeout(timer);
  }, [text, rested]);
  return rested;
}
