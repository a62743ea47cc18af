import { unansweredTitle, workTitle } from "@tradewind/contract/ordering/work-words.ts";
import {
  firstStepsOf,
  invitesOf,
  mostUrgent,
  spendByMonth,
  type NeedKind,
} from "@tradewind/domain/insight/dashboard.ts";
import { sideOf } from "@tradewind/domain/support/tickets.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { addDays, addMonths, monthOf } from "@tradewind/domain/values/dates.ts";
import { findStanding } from "../../access/factors/factors.store.ts";
import { mayChange } from "../../access/factors/proof.reads.ts";
import { listPasskeys } from "../../access/passkeys/passkeys.store.ts";
import { findAgreement } from "../../catalogue/agreements/agreements.store.ts";
import { countWaiting } from "../../ordering/requests/requests.store.ts";
import { seesSales, seesSpending, type TenantActor } from "../../platform/actor.ts";
import type { Database } from "../../platform/database.ts";
import type { Db } from "../../platform/db.ts";
import type { Vendors } from "../../platform/vendors.ts";
import {
  countThings,
  listNeeds,
  listSpend,
  listUnanswered,
  readBeginning,
  sumOverdue,
  type NeedRow,
  type UnansweredRow,
} from "./dashboard.store.ts";

/** Days before the end of a term when a decision is due. */
const soonDays = 30;

/** Tells whether a person could have a second factor here but has none. Visiting staff have their own. */
export const lacksFactor = async (
  database: Database,
  { personId, sessionId, behind }: Pick<TenantActor, "personId" | "sessionId" | "behind">,
): Promise<boolean> =>
  behind === null &&
  database.read({ role: "app_identity" }, async (db) => {
    const [standing, passkeys] = await Promise.all([findStanding(db, personId, sessionId), listPasskeys(db, personId)]);
    return standing !== undefined && mayChange(standing.way) && !standing.enrolled_at && passkeys.length === 0;
  });

/** Builds a need without a row: about the person or the whole company. */
const needOf = (kind: NeedKind, id: string, title = ""): NeedRow => ({
  kind,
  id,
  customer_id: null,
  instance_id: null,
  title,
  detail: null,
  day: null,
});

const unansweredNeed = (
  { customer, fulfiller, task, lines, since, ...row }: UnansweredRow,
  vendors: Vendors,
): NeedRow => ({
  ...needOf("unansweredOrder", row.id, unansweredTitle(vendors.nameOf(fulfiller), row.id, customer)),
  customer_id: row.customer_id,
  detail: `${workTitle(task, lines)}. No answer since ${formatDateTime(since.toISOString())}`,
});

/** Reads a dashboard's figures; without the right of billing, no spend and no debt. */
export async function readFigures(db: Db, actor: TenantActor, vendors: Vendors, today: string, unprotected: boolean) {
  // Spend and debt concern the whole company.
  const prices = seesSpending(actor) && actor.restriction === null;
  const since = addMonths(monthOf(today).from, -11);
  const [counts, needs, unanswered, waiting, agreement, spend, overdue] = await Promise.all([
    countThings(db, actor),
    listNeeds(db, actor, {
      today,
      soon: addDays(today, soonDays),
      billing: actor.rights.has("billing") && (actor.kind === "reseller" || actor.kind === "engineer"),
      sales: seesSales(actor) && actor.self === null,
      invites: invitesOf(actor),
      tickets: {
        side: sideOf(actor.kind),
        all: actor.kind !== "endUser" && actor.rights.has("submitAndRespondToAllTickets"),
      },
    }),
    actor.customerId === null ? listUnanswered(db, actor) : [],
    actor.customerId === null && actor.rights.has("addProducts") ? countWaiting(db, actor, today) : undefined,
    actor.kind === "reseller" ? findAgreement(db, actor.resellerId, "general") : undefined,
    prices ? listSpend(db, actor.resellerId, since, today) : [],
    prices ? sumOverdue(db, actor.resellerId, today) : undefined,
  ]);
  const others = [
    ...unanswered.map((row) => unansweredNeed(row, vendors)),
    ...(waiting?.until
      ? [{ ...needOf("waitingRequest", actor.resellerId, String(waiting.count)), day: waiting.until }]
      : []),
    ...(agreement?.signed_at === null ? [needOf("unsignedAgreement", actor.resellerId, agreement.title)] : []),
    ...(unprotected ? [needOf("mfaMissing", actor.membershipId)] : []),
  ];
  return { prices, counts, needs: mostUrgent([...needs, ...others]), spend: spendByMonth(spend, today), overdue };
}

/** Reads which first steps a person sees, and which are done. They are not for people restricted to a part of the company. */
export async function readFirstSteps(db: Db, { resellerId, restriction, rights }: TenantActor) {
  if (restriction !== null) return [];
  const [done, agreement] = await Promise.all([
    readBeginning(db, resellerId),
    findAgreement(db, resellerId, "general"),
  ]);
  const steps = { agreement: agreement?.signed_at !== null, ...done };
  return firstStepsOf(rights).map((step) => ({ step, done: steps[step] }));
}
