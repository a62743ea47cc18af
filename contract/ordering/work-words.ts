/** Says in a title what somebody has to do for an order. */
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
type Line = { name: string; quantity: number; termEnd?: { outcome: keyof typeof ends; quantity?: number | null } };

/** `Change to 5 × Standard user; remove Call recording`. */
export function workTitle(kind: Kind, lines: readonly Line[]): string {
  const doings = Map.groupBy(lines, ({ quantity, termEnd }) =>
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
