import { orderNumber } from "./order-number.ts";

const verbs = {
  add: "Provide",
  change: "Change to",
  newTerm: "Begin a new term of",
  billing: "Change the billing of",
  schedule: "At the end of the term, renew",
  upgrade: "Upgrade to",
  cancel: "Cancel",
  suspend: "Suspend",
  resume: "Resume",
  assign: "Change who has",
  details: "Change the details of",
} as const;
const ends = {
  renew: verbs.schedule,
  cancel: "At the end of the term, cancel",
  extend: "At the end of the term, extend by the day",
} as const satisfies Record<string, string>;

type Kind = keyof typeof verbs;
/** What is wanted at the end of its term concerns only what schedules that. */
type Line = { name: string; quantity: number; termEnd?: { outcome: keyof typeof ends; quantity?: number | null } };

/** Says in a title what is to be done for an order: `Change to 5 × Standard user; remove Call recording`. */
export function workTitle(kind: Kind, lines: readonly Line[]): string {
  const wanted = kind === "schedule" ? lines : lines.map(({ name, quantity }) => ({ name, quantity }));
  const doings = Map.groupBy(wanted, ({ quantity, termEnd }: Line) =>
    termEnd ? ends[termEnd.outcome] : kind === "change" && quantity === 0 ? "Remove" : verbs[kind],
  );
  const said = [...doings].map(([verb, of]) => `${verb} ${of.map((line) => thing(kind, line)).join(", ")}`);
  const [first = `${verbs[kind]} the service`, ...rest] = said;
  return [first, ...rest.map((each) => each.charAt(0).toLowerCase() + each.slice(1))].join("; ");
}

function thing(kind: Kind, { name, quantity, termEnd }: Line): string {
  const wanted = termEnd?.quantity ?? quantity;
  const isWhole = ["assign", "details", "billing"].includes(kind) || (termEnd && termEnd.outcome !== "renew");
  return isWhole || wanted === 0 ? name : `${wanted} × ${name}`;
}

/** Names an order of which its vendor has not said what became of it. */
export const unansweredTitle = (vendor: string, orderId: string, customer: string): string =>
  `${vendor} has not answered: order ${orderNumber(orderId)} of ${customer}`;

/** Says what is happening to a service while orders of these kinds are at work. */
export const allUnderWay = ([kind, ...more]: readonly [Kind, ...Kind[]]): string =>
  more.length > 0 ? "Several changes under way" : underWay[kind];

export const underWay: Record<Kind, string> = {
  add: "Activating",
  details: "Details being changed",
  change: "Being changed",
  newTerm: "New term beginning",
  billing: "Billing being changed",
  schedule: "Being scheduled",
  upgrade: "Being upgraded",
  assign: "Users being changed",
  cancel: "Being ended",
  suspend: "Being suspended",
  resume: "Being resumed",
};
