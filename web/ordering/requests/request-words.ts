import type { RequestItem } from "@tradewind/contract/ordering/requests.ts";
import type { Tone } from "../../ui/status.tsx";

export const requestStateWords: Record<RequestItem["State"], { label: string; tone: Tone }> = {
  open: { label: "Waiting", tone: "information" },
  approved: { label: "Approved", tone: "success" },
  refused: { label: "Refused", tone: "fail" },
  withdrawn: { label: "Taken back", tone: "disabled" },
  expired: { label: "Expired", tone: "warning" },
};
