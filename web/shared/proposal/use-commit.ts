import { orders, type WireProposal } from "@tradewind/contract/orders.ts";
import { useEffect, useState } from "react";
import type { ApiError } from "../../platform/api-error.ts";
import { useWrite } from "../../platform/queries.ts";
import type { Wanted } from "./use-proposal.ts";

type Placed = { OrderId: string; InstanceId: string };
export type Commit = {
  send: () => void;
  busy: boolean;
  /** The proposal that replaces the shown one, once the server has answered that it moved. */
  moved: { before: WireProposal; after: WireProposal } | undefined;
  /** The proposal that pressing the button would commit. */
  promised: WireProposal | undefined;
  refusal: ApiError | undefined;
};

/** Commits a proposal by its hash. One that moved meanwhile is shown with its difference and asks again. */
export function useCommit(
  wanted: Wanted | undefined,
  proposal: WireProposal | undefined,
  onPlaced: (placed: Placed) => void,
): Commit {
  const [moved, setMoved] = useState<Commit["moved"]>();
  const [refusal, setRefusal] = useState<ApiError>();
  const text = JSON.stringify(wanted);
  useEffect(() => {
    setMoved(undefined);
    setRefusal(undefined);
  }, [text]);
  const write = useWrite(orders.place, {
    refreshes: ["services", "orders", "customers", "dashboard"],
    shown: true,
    onDone: onPlaced,
  });
  const promised = moved?.after ?? proposal;
  const send = () => {
    if (!wanted || !promised) return;
    setRefusal(undefined);
    write.mutate(
      { body: { ...wanted, ProposalHash: promised.Hash } },
      {
        onError: (error) => {
          const fresh = error.resources["Proposal"] as WireProposal | undefined;
          if (error.code === "proposalChanged" && fresh) setMoved({ before: moved?.before ?? promised, after: fresh });
          else setRefusal(error);
        },
      },
    );
  };
  return { send, busy: write.isPending, moved, promised, refusal };
}
