import type { NumberPort } from "@tradewind/contract/ordering/number-ports.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { Tone } from "../ui/status.tsx";

/** How a port's state is shown; people wait for those that move. */
export const portLooks: Record<NumberPort["State"], { tone: Tone; word: string; moving?: boolean }> = {
  requested: { tone: "information", word: "Requested", moving: true },
  submitted: { tone: "information", word: "With the old provider", moving: true },
  accepted: { tone: "information", word: "Day set", moving: true },
  ported: { tone: "success", word: "Moved" },
  rejected: { tone: "fail", word: "Rejected" },
  cancelled: { tone: "disabled", word: "Called off" },
};

/** How one is shown that waits for the reseller. */
export const portWaits: (typeof portLooks)["requested"] = { tone: "warning", word: "Waits for approval" };

export const countOfNumbers = (count: number): string => (count === 1 ? "1 number" : `${count} numbers`);

/** Says when numbers move, moved or were wanted. */
export function portDay({ State, PortOn, WishedOn }: Pick<NumberPort, "State" | "PortOn" | "WishedOn">): string {
  if (State === "ported" && PortOn) return `Moved on ${formatDate(PortOn)}`;
  if (State === "accepted" && PortOn) return `Moves on ${formatDate(PortOn)}`;
  return `Wanted for ${formatDate(WishedOn)}`;
}
