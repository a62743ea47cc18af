/** Says in plain words what is wanted of a subscription, and whether its vendor has it. */
import { counted } from "@tradewind/domain/catalogue/units.ts";
import type { IntentState, Wish } from "@tradewind/domain/ordering/intents.ts";
import { formatDateTime, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import type { Instant } from "@tradewind/domain/values/dates.ts";

/** Continues "it", such as `renews with 5 licences`. */
export function wishWords(wish: Wish, unit: string): string {
  if ("billing" in wish) return wish.billing === "monthly" ? "is billed each month" : "is billed once a year";
  if (wish.outcome === "cancel") return "ends with its term";
  if (wish.outcome === "extend") return "runs on by the day after its term";
  return `renews${wish.quantity === null ? "" : ` with ${counted(wish.quantity, unit)}`}${wish.offerId === null ? "" : " on another term or billing"}${wish.until ? ` until ${formatLastDay(wish.until)}` : ""}`;
}

/** Says it by itself, such as `Renews with 5 licences`. */
export const scheduledWords = (wish: Wish, unit: string): string => capital(wishWords(wish, unit));

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

type Standing = {
  state: IntentState;
  vendor: string;
  /** Since when it is in that state. */
  since: Instant;
  /** The last moment at which the vendor takes it. */
  last: Instant;
  isSuspended: boolean;
};

export function intentWords({ state, vendor, since, last, isSuspended }: Standing): string {
  const until = `It takes it until ${formatDateTime(last)}`;
  switch (state) {
    case "notYet":
      return `${vendor} does not have it yet. ${until}`;
    case "placed":
      return `${vendor} has it since ${formatDateTime(since)}`;
    case "lost":
      return isSuspended
        ? `${vendor} forgets it while this is suspended; it is told again when this is resumed`
        : `${vendor} no longer had it on ${formatDateTime(since)}. ${until}`;
    case "placedAgain":
      return `${vendor} had lost it, and has it again since ${formatDateTime(since)}`;
    case "tooLate":
      return `${vendor} does not have it and takes it no more: what it has stands`;
    case "withdrawn":
      return "Withdrawn";
    case "done":
      return "Done";
  }
}
