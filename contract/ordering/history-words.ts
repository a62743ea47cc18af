/** Describes one event of a subscription's history in a sentence. */
import type { HistoryFact, TermEnd } from "@tradewind/domain/pricing/pricing-types.ts";

const plural = (count: number) => `${count} ${count === 1 ? "seat" : "seats"}`;
const date = (day: string) => day.split("-").toReversed().join("/");

const wish = (termEnd: TermEnd): string => {
  if (termEnd.outcome === "cancel") return "Will end with its term";
  if (termEnd.quantity === null && termEnd.offerId === null) return "Will renew as it is then";
  return `Will renew${termEnd.quantity === null ? "" : ` with ${plural(termEnd.quantity)}`}${termEnd.offerId === null ? "" : " on another term or billing"}`;
};

/** The state of a subscription as observed at a vendor. */
export type SeenAtVendor = { vendor: string; status: "active" | "suspended" | "ended"; quantity: number };

const seenWords = ({ vendor, status, quantity }: SeenAtVendor): string =>
  status === "ended" ? `Has ended at ${vendor}` : `Is ${status} at ${vendor}, with ${plural(quantity)}`;

/** Takes `kind` and `data` as stored; both come from a `HistoryFact` or from an observation at the vendor. */
export function historyWords(kind: HistoryFact["kind"] | "seen", data: unknown): string {
  if (kind === "seen") return seenWords(data as SeenAtVendor);
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
