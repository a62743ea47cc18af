import type { ScheduledItem, withinDays } from "@tradewind/contract/ordering/intents.ts";
import type { Tone } from "../../ui/status.tsx";

export const stateLooks: Record<ScheduledItem["State"], { tone: Tone; word: string }> = {
  notYet: { tone: "information", word: "Not there yet" },
  placed: { tone: "success", word: "At the vendor" },
  lost: { tone: "warning", word: "Lost" },
  placedAgain: { tone: "warning", word: "There again" },
  tooLate: { tone: "fail", word: "Too late" },
};

export const kindWords: Record<ScheduledItem["Kind"], string> = {
  renew: "Renews",
  cancel: "Ends",
  extend: "Runs on by the day",
  billing: "Billed differently",
};

export const withinWords: Record<(typeof withinDays)[number], string> = {
  7: "In 7 days",
  30: "In 30 days",
  90: "In 90 days",
};
