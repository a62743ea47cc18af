import { orders, type WireProposal } from "@tradewind/contract/ordering/orders.ts";
import { requests } from "@tradewind/contract/ordering/requests.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { hardware, pricedBy, type HardwareService } from "@tradewind/contract/ordering/hardware.ts";
import { voice, type VoiceService } from "@tradewind/contract/ordering/voice.ts";
import { useState } from "react";
import type { ApiError } from "../../platform/api-error.ts";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import type { Wanted } from "./use-proposal.ts";

type Placed = { OrderId: string; InstanceId: string; UndoUntil?: string | null | undefined };
/** What is ordered by a call of its own, in the words of that call. */
export type OwnCall = { voice: VoiceService } | { hardware: HardwareService };
const nothing: { moved?: undefined; refusal?: undefined } = {};
export type Commit = {
  send: () => void;
  busy: boolean;
  /** The new proposal and the one it replaces, once the server has answered that the price or outcome changed. */
  moved: { before: WireProposal; after: WireProposal } | undefined;
  /** The proposal that pressing the button would commit. */
  promised: WireProposal | undefined;
  refusal: ApiError | undefined;
  /** Whether it has to be asked for, so that pressing the button sends a request with the note. */
  asks: boolean;
  note: string;
  setNote: (note: string) => void;
};

/**
 * Commits a proposal by its hash. If it has changed meanwhile, shows the difference and asks again. Hosted voice and its
 * hardware are added by calls of their own. What may not be placed without asking is sent as a request.
 */
export function useCommit(
  wanted: Wanted | undefined,
  proposal: WireProposal | undefined,
  onPlaced: (placed: Placed, promised: WireProposal | undefined) => void,
  onAsked: (address: string) => void,
  own?: OwnCall,
): Commit {
  const text = JSON.stringify(own ?? wanted);
  // An answer belongs to its request: another request starts over.
  const [answer, setAnswer] = useState<{ text: string | undefined; moved?: Commit["moved"]; refusal?: ApiError }>();
  const { moved, refusal } = answer !== undefined && answer.text === text ? answer : nothing;
  const promised = moved?.after ?? proposal;
  const written = {
    refreshes: ["services", "orders", "customers", "dashboard"],
    shown: true,
    onDone: (placed: Placed) =>
      onPlaced(placed, promised && { ...promised, UndoUntil: placed.UndoUntil ?? promised.UndoUntil }),
  };
  const write = useWrite(orders.place, written);
  const writeVoice = useWrite(voice.place, written);
  const writeHardware = useWrite(hardware.place, written);
  const ask = useWrite(requests.ask, {
    refreshes: ["requests"],
    shown: true,
    onDone: ({ Id }) => {
      const to = linkTo(screens.request, { requestId: Id });
      toast("Your request was sent", { link: { href: to, label: "Show the request" } });
      onAsked(to);
    },
  });
  const [note, setNote] = useState("");
  const asks = Boolean(promised?.Rule?.Why);
  const send = () => {
    if (!wanted || !promised) return;
    setAnswer({ text, moved });
    const onError = (error: ApiError) => {
      const fresh = error.resources["Proposal"] as WireProposal | undefined;
      if (error.code === "proposalChanged" && fresh)
        setAnswer({ text, moved: { before: moved?.before ?? promised, after: fresh } });
      else setAnswer({ text, moved, refusal: error });
    };
    if (asks) ask.mutate({ body: { ...wanted, ProposalHash: promised.Hash, Note: note } }, { onError });
    else if (own && "voice" in own)
      writeVoice.mutate({ body: { ...own.voice, ProposalHash: promised.Hash } }, { onError });
    else if (own)
      writeHardware.mutate(
        { body: { ...pricedBy(own.hardware, promised.Lines), ProposalHash: promised.Hash } },
        { onError },
      );
    else write.mutate({ body: { ...wanted, ProposalHash: promised.Hash } }, { onError });
  };
  const busy = write.isPending || writeVoice.isPending || writeHardware.isPending || ask.isPending;
  return { send, busy, moved, promised, refusal, asks, note, setNote };
}
