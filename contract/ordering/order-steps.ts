/** Tells in plain words what happened to an order and what comes. */
import { counted } from "@tradewind/domain/catalogue/units.ts";
import type { Subscription, TermEnd } from "@tradewind/domain/pricing/pricing-types.ts";
import { formatDate, formatDateTime, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { isBefore, monthOf, type CalendarDate, type Instant } from "@tradewind/domain/values/dates.ts";
import { format, sum, times, type Money } from "@tradewind/domain/values/money.ts";
import { lastMoment } from "@tradewind/domain/ordering/intents.ts";
import { wishWords } from "./history-words.ts";

export const orderStepStates = ["done", "failed", "working", "coming"] as const;
export type OrderStep = {
  state: (typeof orderStepStates)[number];
  what: string;
  more: string | null;
  at: Instant | CalendarDate | null;
};

/** What somebody did about an order after it was placed. */
export const actsOnOrders = ["orders.retry", "orders.look", "orders.cancelRest", "orders.answer"] as const;
const actWords = {
  "orders.retry": "Tried again",
  "orders.look": "Asked the vendor again",
  "orders.cancelRest": "Cancelled what had not left",
  "orders.answer": "Completed what the order needs",
} satisfies Record<(typeof actsOnOrders)[number], string>;

type Happened = {
  placedAt: Instant;
  placedBy: string;
  /** What was promised to be charged at once; null if prices are hidden or nothing was promised. */
  chargedNow: Money | null;
  vendor: string | null;
  status: "Working" | "Completed" | "Failed";
  message: string | null;
  completedAt: Instant | null;
  unanswered: { since: Instant; nextLook: Instant | null } | null;
  lines: readonly {
    name: string;
    unit: string;
    before: number;
    after: number;
    /** What the order schedules for the end of its term. */
    scheduled: TermEnd | null;
    state: "working" | "done" | "refused";
    settledAt: Instant | null;
  }[];
  acts: readonly { at: Instant; who: string; action: (typeof actsOnOrders)[number] }[];
  /** What the vendor's people told. */
  notes: readonly { at: Instant; text: string }[];
  /** What the vendor was seen to have, each time it was something else. */
  seen: readonly {
    at: Instant;
    name: string;
    unit: string;
    status: "active" | "suspended" | "ended";
    quantity: number;
  }[];
};
type Line = Happened["lines"][number];

/** `3 licences of Business Premium`, `Business Premium from 3 to 5 licences`, `Business Premium ends`. */
const thing = ({ name, unit, before, after, scheduled }: Line): string =>
  before === after
    ? scheduled
      ? `${name}: ${wishWords(scheduled, unit)}`
      : name
    : after === 0
      ? `${name} ends`
      : before === 0
        ? `${counted(after, unit)} of ${name}`
        : `${name} from ${before.toLocaleString("en-GB")} to ${counted(after, unit)}`;

const namesOf = (lines: readonly Line[]) => lines.map(({ name }) => name).join(", ");

/** Lists what happened, the earliest first, and what is under way. */
export function stepsTaken(order: Happened): OrderStep[] {
  const vendor = order.vendor ?? "the vendor";
  const charged = order.chargedNow && order.chargedNow.minor !== 0n ? `${format(order.chargedNow)} net at once` : null;
  const settled = Map.groupBy(
    order.lines.filter(({ state }) => state !== "working"),
    ({ state, settledAt }) => JSON.stringify([state, settledAt]),
  );
  const then: (OrderStep & { at: Instant })[] = [
    ...order.acts.map(({ at, who, action }) => ({ state: "done" as const, what: actWords[action], more: who, at })),
    ...order.notes.map(({ at, text }) => ({ state: "done" as const, what: `Note from ${vendor}`, more: text, at })),
    ...order.seen.map(({ at, name, unit, status, quantity }) => ({
      state: "done" as const,
      what: `Looked up at ${vendor}`,
      more: status === "ended" ? `${name} has ended` : `${name} is ${status}, with ${counted(quantity, unit)}`,
      at,
    })),
    ...[...settled.values()].map((lines) => {
      const { state, settledAt } = lines[0]!;
      const at = settledAt ?? order.completedAt ?? order.placedAt;
      if (state === "done") return { state: "done" as const, what: `Done at ${vendor}`, more: namesOf(lines), at };
      // Why stands with each line.
      return { state: "failed" as const, what: `Refused by ${vendor}: ${namesOf(lines)}`, more: null, at };
    }),
  ];
  return [
    {
      state: "done",
      what: `Placed by ${order.placedBy}`,
      more: [order.lines.map(thing).join(", "), charged].filter(Boolean).join(" · ") || null,
      at: order.placedAt,
    },
    ...then.toSorted((a, b) => (isBefore(a.at, b.at) ? -1 : isBefore(b.at, a.at) ? 1 : 0)),
    ...nowOf(order, vendor),
  ];
}

/** What is under way, or how it ended if no line says so. */
function nowOf({ status, message, completedAt, unanswered, lines }: Happened, vendor: string): OrderStep[] {
  if (status === "Working" && unanswered)
    return [
      {
        state: "working",
        what: `No answer from ${vendor} yet`,
        more: `Nothing is charged or given back until it answers. ${unanswered.nextLook ? `It is asked again at ${formatDateTime(unanswered.nextLook)}` : "It is being asked now"}`,
        at: unanswered.since,
      },
    ];
  if (status === "Working")
    return [{ state: "working", what: `At work: ${vendor}`, more: message ?? "Waiting for the vendor", at: null }];
  if (lines.length > 0) return [];
  return status === "Completed"
    ? [{ state: "done", what: `Done at ${vendor}`, more: null, at: completedAt }]
    : [{ state: "failed", what: "Failed", more: message, at: completedAt }];
}

/** What comes to each of an order's subscriptions. */
type Coming = Pick<Subscription, "name" | "quantity" | "unitCost" | "currency" | "termUntil" | "termEnd"> & {
  unit: string;
  periodUntil: CalendarDate | null;
  /** Whether its next period is not the price of a unit times their number. */
  isRebilled: boolean;
  /** Hours before the end of its term from which no wish is taken any more. */
  lockHours: number;
  /** Until when what this order added can be given back. */
  undoUntil: Instant | null;
};

/** Lists what comes, the soonest first. */
export function stepsToCome(
  order: { expected: CalendarDate | null },
  subscriptions: readonly Coming[],
  seesPrices: boolean,
): OrderStep[] {
  const steps = [
    ...(order.expected ? [{ what: "Expected to be done", more: null, at: order.expected }] : []),
    ...groups(subscriptions, ({ undoUntil }) => undoUntil).map(([at, all]) => ({
      what: "Time to undo ends",
      more: all.some(({ termUntil }) => termUntil !== null)
        ? `${names(all)}: committed from then until ${formatLastDay(all.find(({ termUntil }) => termUntil !== null)!.termUntil!)}`
        : names(all),
      at,
    })),
    ...groups(
      subscriptions.filter((each) => !endsThen(each)),
      ({ periodUntil }) => periodUntil,
    ).map(([at, all]) => ({
      what: "Next charge",
      more: `${seesPrices ? amountOf(all) : ""}On the invoice of ${formatDate(monthOf(at).until)}`,
      at,
    })),
    ...groups(subscriptions, ({ termUntil }) => termUntil).flatMap(([at, all]) =>
      [...Map.groupBy(all, outcomeOf)].map(([what, some]) => ({
        what,
        more: `${names(some)}, unless something else is chosen before ${formatDateTime(lastMoment(at, Math.max(...some.map(({ lockHours }) => lockHours))))}`,
        at,
      })),
    ),
  ];
  return steps
    .map((step) => ({ ...step, state: "coming" as const }))
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

const names = (all: readonly Coming[]) => all.map(({ name }) => name).join(", ");
const endsThen = ({ termEnd, termUntil, periodUntil }: Coming) =>
  termUntil !== null && periodUntil === termUntil && termEnd.outcome === "cancel";

/** What the next period costs; of a new term or another billing only its day says so. */
function amountOf(all: readonly Coming[]): string {
  if (all.some(({ termUntil, periodUntil, isRebilled }) => isRebilled || termUntil === periodUntil)) return "";
  const amount = sum(
    all.map(({ unitCost, quantity, currency }) => times(unitCost, quantity, currency)),
    all[0]!.currency,
  );
  return `${format(amount)} net. `;
}

function outcomeOf({ termEnd, quantity, unit }: Coming): string {
  if (termEnd.outcome === "cancel") return "Ends with its term";
  if (termEnd.outcome === "extend") return "Runs on by the day after its term";
  return termEnd.quantity === null || termEnd.quantity === quantity
    ? "Renews as it is"
    : `Renews with ${counted(termEnd.quantity, unit)}`;
}

/** Groups what has a day or an instant by it. */
function groups<T extends string>(all: readonly Coming[], of: (each: Coming) => T | null): [T, Coming[]][] {
  const dated = all.flatMap((each) => {
    const at = of(each);
    return at === null ? [] : [{ at, each }];
  });
  return [...Map.groupBy(dated, ({ at }) => at)].map(([at, some]) => [at, some.map(({ each }) => each)]);
}
