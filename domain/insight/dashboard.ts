import { formatDate, formatMonth } from "../values/date-formats.ts";
import { addMonths } from "../values/dates.ts";
import type { Right, UserKind } from "../values/permissions.ts";

/** What may need a person's attention, most urgent first. */
export const needKinds = [
  "failedService",
  "unansweredOrder",
  "overdueInvoice",
  "azureBudget",
  "waitingRequest",
  "waitingTicket",
  "unsignedAgreement",
  "mfaMissing",
  "renewal",
  "invitationExpiring",
] as const;
export type NeedKind = (typeof needKinds)[number];

/** Something that needs a person's attention: its name, its reason if it has one, and the day it is about. */
export type Need = { kind: NeedKind; title: string; detail: string | null; day: string | null };

const mostNeeds = 8;

/**
 * Picks the eight most urgent: the first of every kind, then the second of each, so that no kind crowds out the others.
 */
export function mostUrgent<Of extends Pick<Need, "kind">>(needs: readonly Of[]): Of[] {
  const byKind = needKinds.map((kind) => needs.filter((need) => need.kind === kind));
  const inTurn = Array.from({ length: mostNeeds }, (_, at) => byKind.flatMap((of) => of.slice(at, at + 1))).flat();
  const shown = new Set(inTurn.slice(0, mostNeeds));
  return byKind.flat().filter((need) => shown.has(need));
}

/** Its title from its name, what is said of it, and the label of its button. */
type Words = { title: (title: string) => string; detail: (need: Need) => string; action: string };

const asItIs = (title: string) => title;
const words: Record<NeedKind, Words> = {
  failedService: {
    title: asItIs,
    detail: (need) => need.detail ?? "The vendor could not complete the change.",
    action: "See what failed",
  },
  unansweredOrder: {
    title: asItIs,
    detail: (need) => need.detail!,
    action: "Open order",
  },
  overdueInvoice: {
    title: (title) => `Invoice ${title}`,
    detail: (need) => `Was due on ${formatDate(need.day!)}`,
    action: "Open invoice",
  },
  // Of the month it is about, the part that is spent.
  azureBudget: {
    title: (name) => `Azure of ${name}`,
    detail: (need) => `${need.detail}% of its budget for ${formatMonth(need.day!)} is spent`,
    action: "See what it costs",
  },
  // One for all, named by how many there are.
  waitingRequest: {
    title: (count) => (count === "1" ? "A request to order waits for you" : `${count} requests to order wait for you`),
    detail: (need) => `${need.title === "1" ? "It" : "The first"} can be approved until ${formatDate(need.day!)}`,
    action: "Decide",
  },
  waitingTicket: {
    title: asItIs,
    detail: (need) => `${need.detail ? `${need.detail} · ` : ""}Waiting for your answer since ${formatDate(need.day!)}`,
    action: "Answer",
  },
  unsignedAgreement: {
    title: asItIs,
    detail: () => "Not signed yet",
    action: "Sign",
  },
  mfaMissing: {
    title: () => "Your password alone protects your account",
    detail: () => "Multi-factor authentication is off",
    action: "Set up",
  },
  renewal: {
    title: asItIs,
    detail: (need) => `${need.detail === "cancel" ? "Ends" : "Renews"} on ${formatDate(need.day!)}`,
    action: "Decide",
  },
  invitationExpiring: {
    title: (title) => `Invitation of ${title}`,
    detail: (need) => `The link is valid until ${formatDate(need.day!)}`,
    action: "Resend",
  },
};

export const wordsOf = (need: Need) => {
  const { title, detail, action } = words[need.kind];
  return { title: title(need.title), detail: detail(need), action };
};

/** Lists the kinds of people whose invitations a person handles. */
export const invitesOf = ({ kind, rights }: { kind: UserKind; rights: ReadonlySet<Right> }): UserKind[] => [
  ...(kind !== "endUserAdmin" && rights.has("createResellerEngineer") ? (["engineer"] as const) : []),
  ...(rights.has("createCustomerAdmin") ? (["endUserAdmin"] as const) : []),
  ...(rights.has("manageUsers") ? (["endUser"] as const) : []),
];

/** What a new reseller does first. */
export const firstSteps = ["agreement", "customer", "product", "colleague"] as const;
export type FirstStep = (typeof firstSteps)[number];

/** The right each step needs; the agreement is shown to everyone who sees first steps. */
const stepRights: Partial<Record<FirstStep, Right>> = {
  customer: "addOrEditCustomers",
  product: "addProducts",
  colleague: "createResellerEngineer",
};

export const firstStepsOf = (rights: ReadonlySet<Right>): FirstStep[] =>
  firstSteps.filter((step) => stepRights[step] === undefined || rights.has(stepRights[step]));

export type Spend = { month: string; net: bigint };

/** Lists every month from the first with spend to the current one; months without any are zero. */
export function spendByMonth(rows: readonly Spend[], today: string): Spend[] {
  const [first] = rows;
  if (!first) return [];
  const net = new Map(rows.map((row) => [row.month, row.net]));
  const months: Spend[] = [];
  for (let day = `${first.month}-01`; day <= today; day = addMonths(day, 1)) {
    const month = day.slice(0, 7);
    months.push({ month, net: net.get(month) ?? 0n });
  }
  return months;
}
