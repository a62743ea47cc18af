import {
  intentKinds,
  intentStates,
  stateSeen,
  type IntentKind,
  type IntentState,
  type Wish,
} from "@tradewind/domain/ordering/intents.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";

export type NewIntent = {
  resellerId: string;
  customerId: string;
  productId: string;
  subscriptionId: string;
  /** Null if nothing is wanted any more. */
  wish: Wish | null;
  countsFrom: string;
  /** Null where the rule of the term says it. */
  setBy: string | null;
  state: IntentState;
  losses: number;
};

/** Withdraws what was wanted of subscriptions: for the end of their terms, or all of it. */
export const withdrawIntents = (
  tx: Tx,
  resellerId: string,
  subscriptionIds: readonly string[],
  now: Date,
  kinds: readonly IntentKind[] = intentKinds,
) =>
  tx
    .updateTable("intents")
    .set({ state: "withdrawn", since: now, closed_at: now })
    .where("reseller_id", "=", resellerId)
    .where("subscription_id", "=", anyOf(subscriptionIds, "uuid"))
    .where("kind", "=", anyOf(kinds, "text"))
    .where("closed_at", "is", null)
    .execute();

/** Records what is wanted, in place of what was wanted before. */
export async function setIntents(
  tx: Tx,
  intents: readonly NewIntent[],
  now: Date,
  kind: IntentKind = "termEnd",
): Promise<void> {
  if (intents.length === 0) return;
  const ids = intents.map((each) => each.subscriptionId);
  await withdrawIntents(tx, intents[0]!.resellerId, ids, now, [kind]);
  const placed = intents.filter((each) => each.wish !== null);
  if (placed.length === 0) return;
  await tx
    .insertInto("intents")
    .values(
      placed.map((each) => ({
        reseller_id: each.resellerId,
        customer_id: each.customerId,
        product_id: each.productId,
        subscription_id: each.subscriptionId,
        kind,
        wish: JSON.stringify(each.wish),
        counts_from: each.countsFrom,
        set_by: each.setBy,
        set_at: now,
        state: each.state,
        since: now,
        losses: each.losses,
      })),
    )
    .execute();
}

/** A subscription whose vendor was seen with or without what is wanted of it. */
export type SeenIntent = { resellerId: string; subscriptionId: string; isThere: boolean };

/** The states that one look at the vendor can lead to another, by what it was seen to have. */
const nextStates = [true, false].flatMap((isThere) =>
  intentStates.flatMap((state) => {
    const next = stateSeen(state, isThere);
    return next === state ? [] : [{ state, isThere, next }];
  }),
);

/**
 * Moves intents to where they stand after their vendor was seen, and counts those that it has lost. Returns whose they are.
 */
export async function moveIntents(
  tx: Tx,
  kind: IntentKind,
  seen: readonly SeenIntent[],
  now: Date,
): Promise<{ reseller_id: string; customer_id: string }[]> {
  if (seen.length === 0) return [];
  const { rows } = await sql<{ reseller_id: string; customer_id: string }>`
    update intents i set state = m.next, since = ${now}, losses = i.losses + case m.next when 'lost' then 1 else 0 end, told_at = null
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as n ("resellerId" uuid, "subscriptionId" uuid, "isThere" boolean)
    join jsonb_to_recordset(${JSON.stringify(nextStates)}::jsonb) as m (state text, "isThere" boolean, next text) using ("isThere")
    where i.reseller_id = n."resellerId" and i.subscription_id = n."subscriptionId" and i.kind = ${kind} and i.closed_at is null
      and i.state = m.state
    returning i.reseller_id, i.customer_id`.execute(tx);
  return rows;
}

/** Closes what was wanted of what has come: done, or too late if the vendor never had it. */
export async function closeIntents(
  tx: Tx,
  subscriptionIds: readonly string[],
  now: Date,
  kinds: readonly IntentKind[] = intentKinds,
): Promise<void> {
  if (subscriptionIds.length === 0) return;
  await sql`
    update intents set state = case when state in ('placed', 'placedAgain') then 'done' else 'tooLate' end, since = ${now}, closed_at = ${now}
    where subscription_id = ${anyOf(subscriptionIds, "uuid")} and kind = ${anyOf(kinds, "text")} and closed_at is null`.execute(
    tx,
  );
}

/** Lists what is wanted of a service's subscriptions and not carried out yet, with the hours before which it must be there. */
export const listIntentsOfInstance = (db: Db, resellerId: string, instanceId: string) =>
  db
    .selectFrom("subscriptions as s")
    .innerJoin("intents as i", (join) =>
      join.onRef("i.reseller_id", "=", "s.reseller_id").onRef("i.subscription_id", "=", "s.id"),
    )
    .innerJoin("products as p", "p.id", "s.product_id")
    .innerJoin("vendors as v", "v.id", "p.fulfiller")
    .where("s.reseller_id", "=", resellerId)
    .where("s.instance_id", "=", instanceId)
    .where("s.status", "<>", "cancelled")
    .where("i.closed_at", "is", null)
    .select([
      "i.id",
      "i.subscription_id",
      "i.kind",
      "i.state",
      "i.since",
      "i.set_by",
      "i.set_at",
      "i.counts_from",
      "s.policy_ids",
      "s.status",
      "v.name as vendor_name",
    ])
    .orderBy("i.id")
    .execute();

const pressing = (db: Db, soon: string, overBy: string) =>
  db
    .selectFrom("intents as i")
    .innerJoin("subscriptions as s", (join) =>
      join.onRef("s.reseller_id", "=", "i.reseller_id").onRef("s.id", "=", "i.subscription_id"),
    )
    .where("i.closed_at", "is", null)
    .where("i.state", "in", [sql.lit("notYet" as const), sql.lit("lost" as const)])
    .where("i.counts_from", "<=", soon)
    .where((or) => or.or([or("i.told_at", "is", null), or("i.counts_from", "<=", overBy)]))
    .where("s.status", "=", "active");

/** Lists the companies that have intents to look at. */
export async function listResellersPressing(db: Db, soon: string, overBy: string): Promise<string[]> {
  const rows = await pressing(db, soon, overBy).select("i.reseller_id").distinct().execute();
  return rows.map((row) => row.reseller_id);
}

/**
 * Locks intents of running subscriptions that their vendor does not have though they count soon, of a company: of
 * those that people were told of only those for which it may be too late.
 */
export const lockPressing = (tx: Tx, resellerId: string, soon: string, overBy: string) =>
  pressing(tx, soon, overBy)
    .where("i.reseller_id", "=", resellerId)
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "i.reseller_id").onRef("c.id", "=", "i.customer_id"),
    )
    .innerJoin("offers as o", "o.id", "s.offer_id")
    .innerJoin("products as p", "p.id", "s.product_id")
    .innerJoin("vendors as v", "v.id", "p.fulfiller")
    .select([
      "i.reseller_id",
      "i.id",
      "i.customer_id",
      "i.product_id",
      "i.counts_from",
      "i.told_at",
      "i.wish",
      "s.name",
      "o.unit",
      "s.instance_id",
      "s.policy_ids",
      "c.name as customer_name",
      "v.name as vendor_name",
    ])
    .orderBy("i.counts_from")
    .limit(2_000)
    .forUpdate("i")
    .skipLocked()
    .execute();
export type Pressing = Awaited<ReturnType<typeof lockPressing>>[number];

export const markTold = (tx: Tx, { reseller_id, id }: Pressing, isOver: boolean, now: Date) =>
  tx
    .updateTable("intents")
    .set(isOver ? { state: "tooLate", since: now, told_at: now } : { told_at: now })
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", id)
    .execute();
