import type { Actor } from "./actor.ts";
import { sql } from "kysely";
import type { Tx } from "./db.ts";
import { withoutAmounts } from "./sql.ts";
import { trail } from "./trail.ts";

export type ActivityLine = {
  action: string;
  /** One sentence in the past tense, as the activity log shows it. */
  what: string;
  customerId?: string | null;
  object: readonly [kind: string, id: string | null];
  outcome?: "done" | "refused" | "failed";
};

/** Stands for whoever calls without a session. */
export const stranger = { personId: null, displayName: "Somebody not signed in", behind: null, behindId: null };

/**
 * The person acting, and in which request: a call, or a job that continues what the person began; null for the
 * marketplace itself. The nil reseller is the operator's own log.
 */
export type Doer = {
  resellerId: string;
  actor: (Pick<Actor, "displayName" | "behind" | "behindId"> & { personId: string | null }) | null;
  now: Date;
  ip?: string | null;
  /** The browser they came with, where that matters: at sign-in and when refused. */
  device?: string | null;
  requestId?: string | null;
};

/** Appends a line to the activity log, in the transaction it describes. */
export async function recordActivity(tx: Tx, doer: Doer, line: ActivityLine): Promise<void> {
  const written = tx.insertInto("activity").values({
    reseller_id: doer.resellerId,
    at: doer.now,
    person_id: doer.actor?.personId ?? null,
    behind_id: doer.actor?.behindId ?? null,
    who: doer.actor ? (doer.actor.behind ?? doer.actor.displayName) : "Tradewind",
    on_behalf_of: doer.actor?.behind ? doer.actor.displayName : null,
    customer_id: line.customerId ?? null,
    object_kind: line.object[0],
    object_id: line.object[1],
    action: line.action,
    what: line.what,
    outcome: line.outcome ?? "done",
    ip: doer.ip ?? null,
    device: doer.device?.slice(0, 300) ?? null,
    request_id: doer.requestId ?? null,
  });
  trail(tx, written);
}

/** Appends a line about the person's own account, for operator staff in the operator's own log. */
export const recordOwn = (
  { tx, doer, actor }: { tx: Tx; doer: Doer; actor: Pick<Actor, "personId" | "customerId"> },
  action: string,
  what: string,
): Promise<void> =>
  recordActivity(tx, doer, { action, what, customerId: actor.customerId, object: ["person", actor.personId] });

/**
 * Selects what an entry of `activity a` says to somebody who sees prices or not. The sentence of a price names its amount
 * last; one that is worded otherwise is not told at all. Others are told without the amounts in them.
 */
export const whatFor = (priced: boolean) =>
  priced
    ? sql<string>`a.what`
    : sql<string>`case when a.action = 'catalogue.price'
        then coalesce(substring(a.what from '^(.* from \\d{4}-\\d{2}-\\d{2}) to '), 'Changed a price') else ${withoutAmounts(sql`a.what`)} end`;
