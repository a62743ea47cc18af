/** What an order's end reads like, in the activity log and in notices. */
import { unansweredTitle, workTitle } from "@tradewind/contract/ordering/work-words.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatDate, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import type { OrderLineRow } from "../orders/orders.store.ts";
import type { Work } from "./fulfil.store.ts";

/** Says why the vendor refused lines, which ones, and whether the others were done. */
export function refusalWords(refused: readonly OrderLineRow[], others: number): string {
  const reasons = Map.groupBy(refused, (line) => line.reason ?? "");
  if (reasons.size === 1 && others === 0) return [...reasons.keys()][0]!;
  const words = [...reasons].map(([reason, lines]) => `${lines.map(({ name }) => name).join(", ")}: ${reason}`);
  if (others > 0) words.push(others === 1 ? "The other item was done." : `The other ${others} items were done.`);
  return words.join(" ");
}

/** Says of which order its vendor has not answered, and what was ordered. */
export function unansweredWords({ order, lines }: Work, vendor: string): string {
  const what = workTitle(
    order.task,
    lines.map((line) => ({ ...line, termEnd: line.term_end })),
  );
  return `${unansweredTitle(vendor, order.id, order.customer_name)} (${what}). It has been asked for a quarter of an hour. We keep looking`;
}

/** Says what was done. */
export const doneWords = ({ order, lines }: Work): string => {
  const things = lines.map((line) => line.name).join(", ");
  const were = lines.length === 1 ? "was" : "were";
  switch (order.task) {
    case "add":
      return `${things} became active`;
    case "upgrade":
      return `${lines
        .filter((line) => line.from_subscription_id !== null)
        .map((line) => `${line.moved} × ${line.name}`)
        .join(", ")} ${were} upgraded`;
    case "cancel":
      return `${things} ${were} cancelled at the vendor`;
    case "suspend":
      return `${things} ${were} suspended at the vendor`;
    case "resume":
      return `${things} ${were} resumed at the vendor`;
    case "schedule":
      return lines.map(termEndWords).join(", ");
    case "billing":
      return `The vendor has it how ${things} ${were === "was" ? "is" : "are"} billed from the next charge on`;
    case "newTerm":
      return `A new term of ${things} began at the vendor`;
    case "assign":
      return `The people who have ${things} are as they were ordered`;
    case "change":
      return `${things} ${were} changed at the vendor`;
    case "details":
      return `The vendor has the changed details of ${order.product_name}`;
  }
};

function termEndWords({ name, unit, term_end: wish, term_until: until }: Work["lines"][number]): string {
  if (wish.outcome === "cancel") return `${name} will end${until === null ? "" : ` on ${formatLastDay(until)}`}`;
  if (wish.outcome === "extend")
    return `${name} will run on by the day${until === null ? "" : ` from ${formatDate(until)}`}`;
  const size = wish.quantity === null ? "automatically" : `with ${counted(wish.quantity, unit)}`;
  const early = wish.until ? ` until ${formatLastDay(wish.until)}` : "";
  return `${name} will renew ${size}${until === null ? "" : ` on ${formatDate(until)}`}${early}`;
}
