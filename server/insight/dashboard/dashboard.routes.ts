import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { dashboard, firstSteps } from "@tradewind/contract/insight/dashboard.ts";
import type { WireMoney } from "@tradewind/contract/endpoint.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { addDays, addMonths, monthOf } from "@tradewind/domain/values/dates.ts";
import type { Right, UserKind } from "@tradewind/domain/values/permissions.ts";
import { sideOf } from "@tradewind/domain/support/tickets.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { answer, answerPrepared, type Call } from "../../platform/http.ts";
import { findAgreement } from "../../catalogue/agreements/agreements.store.ts";
import { findStanding } from "../../access/factors/factors.store.ts";
import type { OrderTask } from "../../ordering/orders/orders.store.ts";
import { listPasskeys } from "../../access/passkeys/passkeys.store.ts";
import {
  countThings,
  listNeeds,
  listOrdersAtWork,
  listSpend,
  readBeginning,
  sumOverdue,
  type Need,
  type Spend,
} from "./dashboard.store.ts";
import { mayChange } from "../../access/factors/proof.actions.ts";

/** Days before the end of a term when a decision is due. */
const soonDays = 30;
const mostNeeds = 8;

const serviceLink = (need: Need) =>
  linkTo(screens.service, { ctx: need.customer_id ?? "", instanceId: need.instance_id ?? "" });
const links: Record<Need["kind"], (need: Need) => string> = {
  failedService: serviceLink,
  renewal: serviceLink,
  overdueInvoice: (need) => linkTo(screens.invoice, { invoiceId: need.id }),
  waitingTicket: (need) => linkTo(screens.ticket, {}, { Id: need.id }),
  unsignedAgreement: () => screens.serviceAgreements.path,
  mfaMissing: () => screens.security.path,
  invitationExpiring: ({ customer_id, detail }) =>
    detail === "endUser"
      ? linkTo(screens.customerUsers, { ctx: customer_id ?? "" })
      : linkTo(screens.manageAccess, {}, { Tab: detail === "endUserAdmin" ? "end-user-admin" : "engineer" }),
};
const actions: Record<Need["kind"], string> = {
  failedService: "See what failed",
  overdueInvoice: "Open invoice",
  waitingTicket: "Answer",
  unsignedAgreement: "Sign",
  mfaMissing: "Set up",
  renewal: "Decide",
  invitationExpiring: "Send again",
};
const titles: Record<Need["kind"], (title: string) => string> = {
  failedService: (title) => title,
  overdueInvoice: (title) => `Invoice ${title}`,
  waitingTicket: (title) => title,
  unsignedAgreement: (title) => title,
  renewal: (title) => title,
  mfaMissing: () => "Your password alone protects your account",
  invitationExpiring: (title) => `Invitation of ${title}`,
};
const details: Record<Need["kind"], (need: Need) => string> = {
  failedService: (need) => need.detail ?? "The provider could not complete the change.",
  overdueInvoice: (need) => `Was due on ${formatDate(need.day!)}`,
  waitingTicket: (need) =>
    `${need.detail ? `${need.detail} · ` : ""}Waits for your answer since ${formatDate(need.day!)}`,
  unsignedAgreement: () => "Not signed yet",
  mfaMissing: () => "Multi-factor authentication is off",
  invitationExpiring: (need) => `Its link is good until ${formatDate(need.day!)}`,
  renewal: (need) => `${need.detail === "cancel" ? "Ends" : "Renews"} on ${formatDate(need.day!)}`,
};
const urgency: readonly Need["kind"][] = [
  "failedService",
  "overdueInvoice",
  "waitingTicket",
  "unsignedAgreement",
  "mfaMissing",
  "renewal",
  "invitationExpiring",
];

/**
 * Picks the eight most urgent: the first of every kind, then the second of each, so that no kind crowds out the others.
 */
function mostUrgent(needs: readonly Need[]): Need[] {
  const byKind = urgency.map((kind) => needs.filter((need) => need.kind === kind));
  const inTurn = Array.from({ length: mostNeeds }, (_, at) => byKind.flatMap((of) => of.slice(at, at + 1))).flat();
  const shown = new Set(inTurn.slice(0, mostNeeds));
  return byKind.flat().filter((need) => shown.has(need));
}

/** Builds a need without a row: about the person or the whole company. */
const needOf = (kind: Need["kind"], id: string, title = ""): Need => ({
  kind,
  id,
  customer_id: null,
  instance_id: null,
  title,
  detail: null,
  day: null,
});

/** Lists the kinds of people whose invitations a person handles. */
const invitesOf = ({ kind, rights }: TenantActor): UserKind[] => [
  ...(kind !== "endUserAdmin" && rights.has("createResellerEngineer") ? (["engineer"] as const) : []),
  ...(rights.has("createCustomerAdmin") ? (["endUserAdmin"] as const) : []),
  ...(rights.has("manageUsers") ? (["endUser"] as const) : []),
];

/** Tells whether a person could have a second factor here but has none. Visiting staff have their own. */
const lacksFactor = async ({ platform, actor: { personId, sessionId, behind } }: Call<TenantActor>): Promise<boolean> =>
  behind === null &&
  platform.database.read({ role: "app_identity" }, async (db) => {
    const [standing, passkeys] = await Promise.all([findStanding(db, personId, sessionId), listPasskeys(db, personId)]);
    return standing !== undefined && mayChange(standing.way) && !standing.enrolled_at && passkeys.length === 0;
  });

const toNeed = (need: Need) => ({
  Kind: need.kind,
  Title: titles[need.kind](need.title),
  Detail: details[need.kind](need),
  Action: actions[need.kind],
  Link: links[need.kind](need),
  Id: need.id,
});

/** Lists every month from the first with spend to the current one; months without any are zero. */
function spendByMonth(rows: readonly Spend[], today: string, currency: WireMoney["Currency"]) {
  const months: { Month: string; Net: WireMoney }[] = [];
  const net = new Map(rows.map((row) => [row.month, row.net]));
  for (let day = `${rows[0]?.month ?? today.slice(0, 7)}-01`; day <= today; day = addMonths(day, 1)) {
    const month = day.slice(0, 7);
    months.push({ Month: month, Net: { Minor: String(net.get(month) ?? 0n), Currency: currency } });
  }
  return rows.length === 0 ? [] : months;
}

export const dashboardRoutes = [
  answerPrepared(dashboard.figures, lacksFactor, async ({ actor, db, today }, _, unprotected) => {
    // Spend and debt concern the whole company.
    const prices = seesPrices(actor) && actor.restriction === null;
    const billing = actor.rights.has("billing") && (actor.kind === "reseller" || actor.kind === "engineer");
    const since = addMonths(monthOf(today).from, -11);
    const [counts, needs, agreement, spend, overdue] = await Promise.all([
      countThings(db, actor),
      listNeeds(db, actor, {
        today,
        soon: addDays(today, soonDays),
        billing,
        invites: invitesOf(actor),
        tickets: {
          side: sideOf(actor.kind),
          all: actor.kind !== "endUser" && actor.rights.has("submitAndRespondToAllTickets"),
        },
      }),
      actor.kind === "reseller" ? findAgreement(db, actor.resellerId, "general") : undefined,
      prices ? listSpend(db, actor.resellerId, since, today) : [],
      prices ? sumOverdue(db, actor.resellerId, today) : undefined,
    ]);
    const others = [
      ...(agreement?.signed_at === null ? [needOf("unsignedAgreement", actor.resellerId, agreement.title)] : []),
      ...(unprotected ? [needOf("mfaMissing", actor.membershipId)] : []),
    ];
    const byMonth = spendByMonth(spend, today, actor.currency);
    const amount = (minor: bigint) => ({ Minor: String(minor), Currency: actor.currency });
    return {
      Customers: counts.customers,
      ActiveServices: counts.active,
      InProgress: counts.in_progress,
      Failed: counts.failed,
      SpendThisMonth: prices ? (byMonth.at(-1)?.Net ?? amount(0n)) : null,
      Overdue: overdue ? amount(overdue.balance) : null,
      OverdueInvoices: overdue?.count ?? 0,
      SpendByMonth: byMonth,
      NeedsYou: mostUrgent([...needs, ...others]).map(toNeed),
    };
  }),

  answer(dashboard.beginning, async ({ actor, db }) => {
    // First steps are not for people restricted to a part of the company.
    if (actor.restriction !== null) return { Steps: [] };
    const [done, agreement] = await Promise.all([
      readBeginning(db, actor.resellerId),
      findAgreement(db, actor.resellerId, "general"),
    ]);
    const steps = { agreement: agreement?.signed_at !== null, ...done };
    const open = firstSteps.filter((step) => stepRights[step] === undefined || actor.rights.has(stepRights[step]));
    return { Steps: open.map((step) => ({ Step: step, Done: steps[step] })) };
  }),

  answer(dashboard.inProgress, async ({ actor, db }) => ({
    Items: (await listOrdersAtWork(db, actor)).map((row) => ({
      Id: row.id,
      InstanceId: row.instance_id,
      CustomerId: row.customer_id,
      CustomerName: row.customer,
      ProductName: row.product,
      What: tasks[row.task],
      PlacedAt: row.placed_at.toISOString(),
      PlacedBy: row.placed_by_name,
      ExpectedOn: row.estimated_completion,
    })),
  })),
];

/** The rights each step needs; the agreement is shown to everyone who sees first steps. */
const stepRights: Partial<Record<(typeof firstSteps)[number], Right>> = {
  customer: "addOrEditCustomers",
  product: "addProducts",
  colleague: "createResellerEngineer",
};

const tasks: Record<OrderTask, string> = {
  add: "Activating",
  details: "Details being changed",
  change: "Being changed",
  schedule: "Being scheduled",
  cancel: "Being ended",
  suspend: "Being suspended",
  resume: "Being resumed",
};
