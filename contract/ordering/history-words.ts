/** One sentence for a fact of a subscription's history. */
import type { HistoryFact, TermEnd } from "@tradewind/domain/pricing/pricing-types.ts";

const plural = (count: number) => `${count} ${count === 1 ? "seat" : "seats"}`;
const date = (day: string) => day.split("-").toReversed().join("/");

const wish = (termEnd: TermEnd): string => {
  if (termEnd.outcome === "cancel") return "Will end with its term";
  if (termEnd.quantity === null && termEnd.offerId === null) return "Will renew as it is then";
  return `Will renew${termEnd.quantity === null ? "" : ` with ${plural(termEnd.quantity)}`}${termEnd.offerId === null ? "" : " on another term or billing"}`;
};

/** `kind` and `data` as stored; both come from a `HistoryFact`. */
export function historyWords(kind: HistoryFact["kind"], data: unknown): string {
  const fact = { kind, data } as HistoryFact;
  switch (fact.kind) {
    case "started":
      return `Started with ${plural(fact.data.quantity)}${fact.data.termUntil ? `, committed until ${date(fact.data.termUntil)}` : ""}`;
    case "renewed":
      return `Renewed with ${plural(fact.data.quantity)}${fact.data.termUntil ? ` until ${date(fact.data.termUntil)}` : ""}`;
    case "seatsAdded":
      return `Added ${plural(fact.data.quantity)}`;
    case "seatsRemoved":
      return `Removed ${plural(fact.data.quantity)}`;
    case "priceFixed":
      return "Took the price list's new price";
    case "scheduled":
      return wish(fact.data.termEnd);
    case "suspended":
      return "Suspended; billing goes on";
    case "resumed":
      return "Resumed";
    case "dispatched":
      return "Dispatched";
    case "cancelled":
      return fact.data.reason === "window" ? "Cancelled inside its window" : "Ended with its term";
    case "upgraded":
      return "Replaced by an upgrade";
  }
}
