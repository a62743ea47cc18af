import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { daysBetween } from "@tradewind/domain/values/dates.ts";
import type { Tone } from "../../ui/status.tsx";
import type { WorkItem } from "./work.queries.ts";

export const workLooks: Record<WorkItem["Status"], { tone: Tone; word: string; moving?: boolean }> = {
  queued: { tone: "warning", word: "Waiting" },
  working: { tone: "information", word: "In progress", moving: true },
  done: { tone: "success", word: "Completed" },
  failed: { tone: "fail", word: "Rejected" },
};

export const isOpenWork = ({ Status }: Pick<WorkItem, "Status">): boolean =>
  Status === "queued" || Status === "working";
export const workAddress = (workItemId: string): string => linkTo(screens.workItem, { workItemId });

export const daysInWords = (days: number): string => (days === 1 ? "1 day" : `${days.toLocaleString("en-GB")} days`);

/** How long something has waited since an instant. */
export const waitedSince = (since: string, today: string): string => {
  const days = daysBetween(since.slice(0, 10), today);
  return days <= 0 ? "Today" : daysInWords(days);
};

/** How many days too late something is; zero or less if it is not. */
export const daysLate = (due: string, today: string): number => daysBetween(due, today);
