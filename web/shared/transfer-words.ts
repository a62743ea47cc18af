import type { Transfer } from "@tradewind/contract/ordering/transfers.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { Tone } from "../ui/status.tsx";

/** Tells whether the other partner or the vendor can still decide about it. */
export const isUndecided = ({ State }: Transfer): boolean =>
  ["preparing", "pending", "withdrawing", "moving", "asked", "releasing"].includes(State);

/** Tells whether something is still to happen or to be done. */
export const isUnderWay = (transfer: Transfer): boolean =>
  isUndecided(transfer) || transfer.State === "arriving" || transfer.Lines.some(({ State }) => State === "came");

type Words = { label: string; tone: Tone; moving?: true; next: string | null };

/** Says how a transfer stands and what there is to do next; to the operator's people, what `reseller` is to do. */
export function transferWords(transfer: Transfer, reseller?: string): Words {
  const { State, PartnerName, VendorName, Until, Message } = transfer;
  const latest = Until ? ` until ${formatDate(Until)}` : "";
  switch (State) {
    case "preparing":
      return { label: `Asking ${VendorName}`, tone: "information", moving: true, next: held(transfer) };
    case "pending":
      return {
        label: `Waiting for ${PartnerName}`,
        tone: "information",
        moving: true,
        next: `${reseller ? `${PartnerName} accepts` : `Ask ${PartnerName} to accept`} the transfer in its own portal at ${VendorName}${latest}. It chooses what comes. ${held(transfer)}`,
      };
    case "withdrawing":
      return { label: "Being taken back", tone: "information", moving: true, next: held(transfer) };
    case "moving":
      return {
        label: transfer.Direction === "in" ? `${PartnerName} has accepted` : "On its way",
        tone: "information",
        moving: true,
        next: `${VendorName} is moving the subscriptions. ${held(transfer)}`,
      };
    case "arriving":
    case "came":
      return came(transfer, reseller);
    case "asked":
      return {
        label: `Waits for ${reseller ?? "you"}`,
        tone: "warning",
        next: `${Message ? `${Message} ` : ""}${PartnerName} asks for what ${reseller ? `${reseller} provides. ${reseller} chooses` : "you provide. Choose"} what goes there${latest}, or ${reseller ? "" : "do nothing and "}it lapses.`,
      };
    case "releasing":
      return { label: `Telling ${VendorName}`, tone: "information", moving: true, next: held(transfer) };
    case "left":
      return left(transfer);
    case "refused":
      return { label: "Refused", tone: "fail", next: Message };
    case "expired":
      return { label: "Not accepted in time", tone: transfer.Direction === "in" ? "fail" : "disabled", next: Message };
    case "withdrawn":
      return { label: "Taken back", tone: "disabled", next: Message };
  }
}

const held = ({ VendorName }: Transfer) =>
  `Until then, ${VendorName} takes no other change of this customer’s services.`;

function came({ Lines, Message }: Transfer, reseller: string | undefined): Words {
  const count = (state: Transfer["Lines"][number]["State"]) => Lines.filter((line) => line.State === state).length;
  if (count("came") > 0)
    return {
      label: "To take over",
      tone: "warning",
      next: `${reseller ? `${reseller} takes` : "Take"} over what came, so that it is billed and can be changed here. ${Message ?? ""}`.trim(),
    };
  if (count("awaited") > 0 && Message) return { label: "Arriving late", tone: "warning", next: Message };
  if (count("awaited") > 0)
    return {
      label: "Arriving",
      tone: "information",
      moving: true,
      next: "What came does not show yet. It is looked for.",
    };
  return count("taken") > 0
    ? { label: "Taken over", tone: "success", next: null }
    : { label: "Nothing came", tone: "fail", next: "All of it stayed. The reasons stand with each line." };
}

function left({ Lines }: Transfer): Words {
  const stayed = Lines.filter((line) => line.State === "stayed").length;
  if (stayed === Lines.length)
    return { label: "Nothing left", tone: "fail", next: "All of it stayed. The reasons stand with each line." };
  const next =
    stayed > 0
      ? "What went is charged up to that day. What stayed is provided and charged here as before."
      : "It is charged up to that day; what was charged for later days is given back.";
  return { label: stayed > 0 ? "Left in part" : "Left", tone: stayed > 0 ? "warning" : "success", next };
}
