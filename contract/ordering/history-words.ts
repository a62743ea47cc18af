/** Describes one event of a subscription's history in a sentence. */
import { counted } from "@tradewind/domain/catalogue/units.ts";
import type { Attributes, HistoryFact, TermEnd } from "@tradewind/domain/pricing/pricing-types.ts";
import { answerWords } from "./attribute-words.ts";
import type { JourneyField } from "./journey-fields.ts";
import { format, money } from "@tradewind/domain/values/money.ts";
import { formatDate, formatDateTime, formatLastDay } from "@tradewind/domain/values/date-formats.ts";

/** What is wanted at the end of a term. */
export const wishWords = (termEnd: TermEnd, unit: string): string => {
  if (termEnd.outcome === "cancel") return "Scheduled to end with its term";
  if (termEnd.outcome === "extend") return "Scheduled to run on by the day after its term";
  const until = termEnd.until ? ` until ${formatLastDay(termEnd.until)}` : "";
  if (termEnd.quantity === null && termEnd.offerId === null)
    return `Scheduled to renew ${until ? until.slice(1) : "unchanged"}`;
  return `Scheduled to renew${termEnd.quantity === null ? "" : ` with ${counted(termEnd.quantity, unit)}`}${termEnd.offerId === null ? "" : " on another term or billing"}${until}`;
};

/** The state of a subscription as observed at a vendor. */
export type SeenAtVendor = { vendor: string; status: "active" | "suspended" | "ended"; quantity: number };

const seenWords = ({ vendor, status, quantity }: SeenAtVendor, unit: string): string =>
  status === "ended" ? `Ended at ${vendor}` : `Is ${status} at ${vendor}, with ${counted(quantity, unit)}`;

const endWords = {
  window: "Cancelled within its cancellation window",
  termEnd: "Ended with its term",
  vendor: "Ended, because it had ended at the vendor",
  transfer: "Ended, because it went to another partner",
};

const changeWords = (fields: readonly JourneyField[], changed: Attributes): string =>
  fields
    .filter(({ Name }) => Name in changed)
    .map((field) => `${field.Label} is now ${answerWords(field, changed[field.Name]) ?? "empty"}`)
    .join(", ");

const movedWords = ({ reason, termFrom, termUntil }: Extract<HistoryFact, { kind: "datesMoved" }>["data"]): string =>
  (reason === "late"
    ? `Provided on ${formatDate(termFrom)}: its term and its charges count from then`
    : "Took over the vendor’s dates") + (termUntil ? `, until ${formatLastDay(termUntil)}` : "");

/** The name of a lot begins with when it was opened. */
const windowWords = ([name, until]: [string, string]): string =>
  `what was bought on ${formatDate(name.split(" ")[0]!)} can be undone until ${formatDateTime(until)}`;

const handoverWords = (
  { given, taken }: Extract<HistoryFact, { kind: "peopleSet" }>["data"],
  people: ReadonlyMap<string, string>,
): string => {
  const names = (ids: readonly string[]) => ids.map((id) => people.get(id) ?? "somebody").join(", ");
  if (given.length > 0 && taken.length > 0) return `Moved from ${names(taken)} to ${names(given)}`;
  return given.length > 0 ? `Given to ${names(given)}` : `Taken back from ${names(taken)}`;
};

function startWords(
  { quantity, termUntil, came }: Extract<HistoryFact, { kind: "started" }>["data"],
  unit: string,
  priced: boolean,
): string {
  const charged =
    came && priced ? `, ${format(money(BigInt(came.charged.minor), came.charged.currency))} net at once` : "";
  const until = termUntil ? `, committed until ${formatLastDay(termUntil)}` : "";
  return `${came ? `Came from ${came.partner}` : "Started"} with ${counted(quantity, unit)}${until}${charged}`;
}

/** From when a term counts that was taken over from its vendor. */
const takenWords = ({ reason, termFrom }: Extract<HistoryFact, { kind: "renewed" }>["data"]): string =>
  reason === "vendor" ? `, as at the vendor since ${formatDate(termFrom)}` : "";

type Stored = {
  kind: HistoryFact["kind"] | "seen";
  /** The data of a `HistoryFact`, or what was seen at the vendor. */
  data: unknown;
  /** What the subscription's offer counts. */
  unit: string;
  /** What its offer asks of each line. */
  attributes: readonly JourneyField[];
  /** What people are called, by their ids. */
  people: ReadonlyMap<string, string>;
  /** Whether the reader sees prices. */
  priced: boolean;
};

export function historyWords({ kind, data, unit, attributes, people, priced }: Stored): string {
  if (kind === "seen") return seenWords(data as SeenAtVendor, unit);
  const fact = { kind, data } as HistoryFact;
  switch (fact.kind) {
    case "started":
      return startWords(fact.data, unit, priced);
    case "renewed":
      if (fact.data.billing === "daily")
        return `Runs on by the day with ${counted(fact.data.quantity, unit)}${takenWords(fact.data)}`;
      if (fact.data.reason === "vendor")
        return `Has a term with ${counted(fact.data.quantity, unit)}${fact.data.termUntil ? ` until ${formatLastDay(fact.data.termUntil)}` : ""}${takenWords(fact.data)}`;
      return `Renewed with ${counted(fact.data.quantity, unit)}${fact.data.termUntil ? ` until ${formatLastDay(fact.data.termUntil)}` : ""}`;
    case "seatsAdded":
      return `Added ${counted(fact.data.quantity, unit)}`;
    case "seatsRemoved":
      return fact.data.upgradedTo
        ? `Upgraded ${counted(fact.data.quantity, unit)} to ${fact.data.upgradedTo}`
        : `Removed ${counted(fact.data.quantity, unit)}`;
    case "priceFixed":
      return "Moved to the new list price";
    case "attributesSet":
      return changeWords(attributes, fact.data.attributes);
    case "peopleSet":
      return handoverWords(fact.data, people);
    case "scheduled":
      return wishWords(fact.data.termEnd, unit);
    case "suspended":
      return "Suspended; billing continues";
    case "resumed":
      return "Resumed";
    case "dispatched":
      return "Dispatched";
    case "cancelled":
      return fact.data.partner ? `Ended, because it went to ${fact.data.partner}` : endWords[fact.data.reason];
    case "converted":
      if (fact.data.billing === undefined) return `Upgraded to ${fact.data.name}`;
      return fact.data.billing === "monthly" ? "Billed each month from here on" : "Billed once a year from here on";
    case "datesMoved":
      return movedWords(fact.data);
    case "windowsMoved":
      return `As its vendor says, ${Object.entries(fact.data.windows).map(windowWords).join(", and ")}`;
    case "upgraded":
      return "Replaced by an upgrade";
    case "undone":
      return "Refused by the vendor: stays as it was before";
  }
}
