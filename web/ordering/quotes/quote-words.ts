import type { QuoteItem, QuoteOrder } from "@tradewind/contract/ordering/quotes.ts";
import type { Tone } from "../../ui/status.tsx";

export const quoteStateWords: Record<QuoteItem["State"], { label: string; tone: Tone }> = {
  draft: { label: "Draft", tone: "disabled" },
  sent: { label: "Sent", tone: "information" },
  accepted: { label: "Accepted", tone: "success" },
  declined: { label: "Declined", tone: "fail" },
  expired: { label: "Expired", tone: "warning" },
  withdrawn: { label: "Withdrawn", tone: "disabled" },
};

export const orderStateWords: Record<QuoteOrder["State"], { label: string; tone: Tone; moving?: true }> = {
  quoted: { label: "Quoted", tone: "disabled" },
  waiting: { label: "Being ordered", tone: "information", moving: true },
  refused: { label: "Not ordered", tone: "fail" },
  working: { label: "At the vendor", tone: "information", moving: true },
  done: { label: "Done", tone: "success" },
  failed: { label: "Failed", tone: "fail" },
};
