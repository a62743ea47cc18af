/** What became of terms that have ended, for tests to read. */
import type { Collection } from "../kit/store.ts";

type Sold = { quantity: number; offerId: string };
export type TermEnded = {
  subscriptionId: string;
  outcome: "renew" | "cancel" | "extend";
  before: Sold & { day: string; wasExtended: boolean };
  after: Sold;
};
type Ending = Sold & { id: string; status: string; nextTermAt: number; isExtended?: boolean };

export const beforeEnd = ({ nextTermAt, quantity, offerId, isExtended = false }: Ending): TermEnded["before"] => ({
  day: new Date(nextTermAt).toISOString().slice(0, 10),
  quantity,
  offerId,
  wasExtended: isExtended,
});

export function keepEnd(termEnds: Collection<TermEnded>, ended: Ending, before: TermEnded["before"]) {
  const { id, status, isExtended, quantity, offerId } = ended;
  const outcome = status === "expired" ? "cancel" : isExtended ? "extend" : "renew";
  termEnds.put(`${id} ${before.day}`, { subscriptionId: id, outcome, before, after: { quantity, offerId } });
}
