import type { AdminStatus } from "@tradewind/domain/ordering/admin-relationships.ts";
import type { Tone } from "../../ui/status.tsx";

/** How a relationship's status reads. */
export const adminStatusWords: Record<AdminStatus, { tone: Tone; words: string; moving?: true }> = {
  preparing: { tone: "information", words: "Being created", moving: true },
  approvalPending: { tone: "information", words: "Waiting for approval", moving: true },
  activating: { tone: "information", words: "Approved, being activated", moving: true },
  active: { tone: "success", words: "Active" },
  expiring: { tone: "warning", words: "Expiring" },
  expired: { tone: "disabled", words: "Expired" },
  terminating: { tone: "warning", words: "Being ended", moving: true },
  terminated: { tone: "disabled", words: "Ended" },
  refused: { tone: "fail", words: "Refused" },
  lapsed: { tone: "disabled", words: "Not approved in time" },
};
