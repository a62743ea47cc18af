import { orders, type WireProposal } from "@tradewind/contract/ordering/orders.ts";
import { useState } from "react";
import type { ApiError } from "../../platform/api-error.ts";
import { useWrite } from "../../platform/queries.ts";
import type { Wanted } from "./use-proposal.ts";

type Placed = { OrderId: string; InstanceId: string };
const nothing: { moved?: undefined; refusal?: undefined } = {};
export type Commit = {
  send: () => void;
  busy: boolean;
  /** The new proposal and the one it replaces, once the server has answered that the price or outcome changed. */
  moved: { before: WireProposal; after: WireProposal } | undefined;
  /** The proposal that pressing the button would commit. */
  promised: WireProposal | undefined;
  refusal: ApiError | undefined;
};

/** Commits a proposal by its hash. If it has changed meanwhile, shows the difference and asks again. */
export function useCommit(
  wanted: Wanted | undefined,
  proposal: WireProposal | undefined,
  onPlaced: (placed: Placed) => void,
): Commit {
  const text = JSON.stringify(wanted);
  // An answer belongs to its request: another request starts over.
  const [answer, setAnswer] = useState<{ text: string | undefined; moved?: Commit["moved"]; refusal?: ApiError }>();
  const { moved, refusal } = answer !== undefined && answer.text === text ? answer : nothing;
  const write = useWrite(orders.place, {
    refreshes: ["services", "orders", "customers", "dashboard"],
    shown: true,
    onDone: onPlaced,
  });
  const promised = moved?.after ?? proposal;
  const send = () => {
    if (!wanted || !promised) return;
    setAnswer({ text, moved });
    write.mutate(
      { body: { ...wanted, ProposalHash: promised.Hash } },
      {
        onError: (error) => {
          const fresh = error.resources["Proposal"] as WireProposal | undefined;
          if (error.code === "proposalChanged" && fresh)
            setAnswer({ text, moved: { before: moved?.before ?? promised, after: fresh } });
          else setAnswer({ text, moved, refusal: error });
        },
      },
    );
  };
  return { send, busy: write.isPending, moved, promised, refusal };
}
