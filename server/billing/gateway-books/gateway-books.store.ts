import type { BookMovement, BookPayout } from "@tradewind/vendors/gateway-books.ts";
import type { Money } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

/** Read again before what was read up to: clocks differ a little. */
const overlap = "1 hour";

/** `at` is null at the beginning, and `compare` once everything was read. */
export type Reading = { since: Date; began: Date; at: string | null };
export const read = "compare";

/** Begins to read a gateway's book since the last time, or goes on where it was left. */
export async function takeReading(tx: Tx, gateway: string, now: Date): Promise<Reading> {
  await sql`
    insert into gateway_reads (gateway, read_until)
    select ${gateway}, coalesce(min(created_at), ${now}) - interval '1 day' from payments where gateway = ${gateway}
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<Reading>`
    update gateway_reads set reading_since = coalesce(reading_since, ${now}) where gateway = ${gateway}
    returning read_until - ${overlap}::interval as since, reading_since as began, reading_at as at`.execute(tx);
  return rows[0]!;
}

/** Says where a reading stands, and tells whether it was still where `from` says. */
export async function moveReading(tx: Tx, gateway: string, { began, at }: Reading, to: string): Promise<boolean> {
  const moved = await tx
    .updateTable("gateway_reads")
    .set({ reading_at: to })
    .where("gateway", "=", gateway)
    .where("reading_since", "=", began)
    .where("reading_at", "is not distinct from", at)
    .returning("gateway")
    .executeTakeFirst();
  return moved !== undefined;
}

/** Ends a reading; false if another worker did. */
export async function endReading(tx: Tx, gateway: string, { began }: Reading): Promise<boolean> {
  const ended = await tx
    .updateTable("gateway_reads")
    .set({ read_until: began, reading_since: null, reading_at: null })
    .where("gateway", "=", gateway)
    .where("reading_since", "=", began)
    .returning("gateway")
    .executeTakeFirst();
  return ended !== undefined;
}

/** Keeps what moved; what had another amount before is compared anew. */
export async function keepMovements(tx: Tx, gateway: string, found: readonly BookMovement[]): Promise<void> {
  const rows = [...new Map(found.map((each) => [each.ref, each])).values()].map((each) => ({
    ref: each.ref,
    kind: each.kind,
    payment_ref: each.paymentRef,
    payment_key: each.key,
    payout_ref: each.payoutRef,
    amount_minor: String(each.amount.minor),
    fee_minor: String(each.feeMinor),
    currency: each.amount.currency,
    moved_at: each.at,
    words: each.words,
  }));
  if (rows.length === 0) return;
  await sql`
    insert into gateway_movements as m (gateway, ref, kind, payment_ref, payment_key, payout_ref, amount_minor, fee_minor, currency, moved_at, words)
    select ${gateway}, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      ref text, kind text, payment_ref text, payment_key uuid, payout_ref text, amount_minor bigint, fee_minor bigint, currency text, moved_at timestamptz, words text)
    on conflict (gateway, ref) do update set
      payment_ref = coalesce(excluded.payment_ref, m.payment_ref), payment_key = coalesce(excluded.payment_key, m.payment_key),
      payout_ref = coalesce(excluded.payout_ref, m.payout_ref), amount_minor = excluded.amount_minor,
      is_new = m.is_new or m.amount_minor <> excluded.amount_minor or m.payment_ref is distinct from coalesce(excluded.payment_ref, m.payment_ref)
    where m.amount_minor <> excluded.amount_minor or coalesce(excluded.payment_ref, '') <> coalesce(m.payment_ref, '')
      or (excluded.payout_ref is not null and m.payout_ref is distinct from excluded.payout_ref)
      or (excluded.payment_key is not null and m.payment_key is null)`.execute(tx);
}

export async function keepPayouts(tx: Tx, gateway: string, found: readonly BookPayout[]): Promise<void> {
  for (const { ref, amount, status, arrivesOn, at, isItemised } of found)
    await tx
      .insertInto("gateway_payouts")
      .values({
        gateway,
        ref,
        amount_minor: amount.minor,
        currency: amount.currency,
        status,
        arrives_on: arrivesOn,
        made_at: new Date(at),
        is_itemised: isItemised,
      })
      .onConflict((conflict) =>
        conflict.columns(["gateway", "ref"]).doUpdateSet((of) => ({
          status,
          arrives_on: arrivesOn,
          is_itemised: sql<boolean>`${of.ref("gateway_payouts.is_itemised")} or ${isItemised}`,
        })),
      )
      .execute();
}

export async function keepBalances(tx: Tx, gateway: string, found: readonly Money[], now: Date): Promise<void> {
  for (const { minor, currency } of found)
    await tx
      .insertInto("gateway_balances")
      .values({ gateway, currency, amount_minor: minor, read_at: now })
      .onConflict((conflict) =>
        conflict.columns(["gateway", "currency"]).doUpdateSet({ amount_minor: minor, read_at: now }),
      )
      .execute();
}

/**
 * Posts what is no reseller's, each once: fees as a cost, and what was paid out to our bank. What moved in a month that is closed
 * by now is posted into the first open one.
 */
export async function postOwn(tx: Tx, gateway: string, now: Date): Promise<void> {
  await sql`
    with due as (
      select ref, kind, amount_minor, fee_minor, currency, moved_at, uuidv7() as posting_id from gateway_movements
      where gateway = ${gateway} and posting_id is null and (kind in ('fee', 'payout') or fee_minor <> 0) for update),
    marked as (
      update gateway_movements m set posting_id = due.posting_id from due where m.gateway = ${gateway} and m.ref = due.ref)
    insert into clearing_entries (posting_id, gateway, movement_ref, account, amount_minor, currency, effective_on, recorded_at)
    select due.posting_id, ${gateway}, due.ref, e.account, e.minor, due.currency, greatest((due.moved_at at time zone 'UTC')::date, books_open_from()), ${now}
    from due cross join lateral (values
      (${`cash:${gateway}`}, case when kind in ('fee', 'payout') then amount_minor else 0 end - fee_minor),
      (${`cost:fees:${gateway}`}, case kind when 'fee' then -amount_minor else 0 end + fee_minor),
      ('bank:payouts', case kind when 'payout' then -amount_minor else 0 end)) as e (account, minor)
    where e.minor <> 0`.execute(tx);
}
