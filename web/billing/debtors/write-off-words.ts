import type { WriteOffState } from "@tradewind/domain/billing/write-offs.ts";
import type { Tone } from "../../ui/status.tsx";

export const stateWords: Record<WriteOffState, { tone: Tone; word: string }> = {
  waiting: { tone: "warning", word: "Waits for approval" },
  posted: { tone: "success", word: "Written off" },
  refused: { tone: "disabled", word: "Refused" },
  takenBack: { tone: "disabled", word: "Taken back" },
};
