import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Reading } from "./gateway-books.store.ts";

export type Differing = {
  ref: string;
  reseller_id: string | null;
  payment_id: string | null;
  /** Ours whose id it carries, whose number there never reached us. */
  payment_key: string | null;
  theirs: bigint;
  ours: bigint;
  currency: Currency;
  /** Whether it moved here after the book was begun to be read, so that it is compared the next time. */
  is_moving: boolean;
};

/**
 * Lists payments of which a gateway has another sum than we: of those that moved there or here since the last reading, and
 * those that differed before.
 */
export async function listDiffering(db: Db, gateway: string, { since, began }: Reading): Promise<Differing[]> {
  const { rows } = await sql<Differing>`
    with touched as (
      select payment_ref as ref from gateway_movements where gateway = ${gateway} and is_new and payment_ref is not null
      union select gateway_ref from payments where gateway = ${gateway} and changed_at >= ${since} and gateway_ref is not null
      union select ref from gateway_differences
        where gateway = ${gateway} and state <> 'closed' and cause in ('unknownPayment', 'amountDiffers', 'notAtGateway'))
    select t.ref, p.reseller_id, p.id as payment_id, k.id as payment_key, coalesce(m.minor, 0)::bigint as theirs,
      coalesce(p.held_minor, 0)::bigint as ours, coalesce(m.currency, p.currency) as currency, coalesce(p.changed_at >= ${began}, false) as is_moving
    from touched t
    left join lateral (
      select sum(amount_minor) as minor, min(currency) as currency, min(payment_key::text)::uuid as key
      from gateway_movements where gateway = ${gateway} and payment_ref = t.ref) m on true
    left join payments p on p.gateway = ${gateway} and p.gateway_ref = t.ref
    left join payments k on k.id = m.key and k.gateway = ${gateway}
    where coalesce(m.minor, 0) <> coalesce(p.held_minor, 0) order by t.ref`.execute(db);
  return rows;
}

/** Keeps each payment that differs as a difference, and closes those that agree again. */
export async function recordDiffering(tx: Tx, gateway: string, found: readonly Differing[], now: Date): Promise<void> {
  const rows = found
    .filter(({ is_moving }) => !is_moving)
    .map(({ ref, reseller_id, payment_id, theirs, ours, currency }) => ({
      ref,
      reseller_id,
      payment_id,
      theirs: String(theirs),
      ours: String(ours),
      currency,
      cause: payment_id === null ? "unknownPayment" : theirs === 0n ? "notAtGateway" : "amountDiffers",
    }));
  await upsert(tx, gateway, JSON.stringify(rows), now);
  await sql`
    update gateway_differences set state = 'closed', closed_at = ${now}, version = version + 1
    where gateway = ${gateway} and state <> 'closed' and cause in ('unknownPayment', 'amountDiffers', 'notAtGateway')
      and ref <> all(${found.map(({ ref }) => ref)}::text[])`.execute(tx);
}

/** What was set aside is open again where its sums changed. */
const upsert = (tx: Tx, gateway: string, rows: string, now: Date) =>
  sql`
    insert into gateway_differences as d (gateway, cause, ref, reseller_id, payment_id, theirs_minor, ours_minor, currency, since)
    select ${gateway}, r.cause, r.ref, r.reseller_id, r.payment_id, r.theirs, r.ours, r.currency, ${now}
    from jsonb_to_recordset(${rows}::jsonb) as r (cause text, ref text, reseller_id uuid, payment_id uuid, theirs bigint, ours bigint, currency text)
    on conflict (gateway, ref) where state <> 'closed' do update set
      cause = excluded.cause, reseller_id = excluded.reseller_id, payment_id = excluded.payment_id, theirs_minor = excluded.theirs_minor,
      ours_minor = excluded.ours_minor, state = 'open', version = d.version + 1
    where (d.theirs_minor, d.ours_minor, d.cause) <> (excluded.theirs_minor, excluded.ours_minor, excluded.cause)`.execute(
    tx,
  );

/** Compares pay-outs with all that they are made of, those made lately and those that differed before. */
export async function comparePayouts(tx: Tx, gateway: string, { since }: Reading, now: Date): Promise<void> {
  const { rows } = await sql<{ ref: string; theirs: bigint; ours: bigint; currency: Currency }>`
    select p.ref, p.amount_minor as theirs, i.minor as ours, p.currency from gateway_payouts p
    cross join lateral (
      select coalesce(sum(amount_minor - fee_minor), 0)::bigint as minor from gateway_movements m
      where m.gateway = ${gateway} and m.payout_ref = p.ref) i
    where p.gateway = ${gateway} and p.is_itemised and i.minor <> p.amount_minor
      and (p.made_at >= ${since}::timestamptz - interval '14 days'
        or exists (select from gateway_differences d where d.gateway = ${gateway} and d.ref = p.ref and d.state <> 'closed'))`.execute(
    tx,
  );
  const found = rows.map((row) => ({
    ...row,
    theirs: String(row.theirs),
    ours: String(row.ours),
    cause: "payoutDiffers",
  }));
  await upsert(tx, gateway, JSON.stringify(found), now);
  await sql`
    update gateway_differences set state = 'closed', closed_at = ${now}, version = version + 1
    where gateway = ${gateway} and state <> 'closed' and cause = 'payoutDiffers' and ref <> all(${rows.map(({ ref }) => ref)}::text[])`.execute(
    tx,
  );
}

/** Keeps what moved and belongs to no payment, fee or pay-out as a difference, until a person says what it is. */
export async function recordUnexplained(tx: Tx, gateway: string, now: Date): Promise<void> {
  await sql`
    insert into gateway_differences (gateway, cause, ref, theirs_minor, ours_minor, currency, words, since)
    select gateway, 'unexplained', ref, amount_minor, 0, currency, words, ${now} from gateway_movements
    where gateway = ${gateway} and is_new and amount_minor <> 0
      and (kind = 'other' or (kind in ('payment', 'refund', 'dispute') and payment_ref is null))
    on conflict do nothing`.execute(tx);
}

export const markCompared = (tx: Tx, gateway: string) =>
  tx
    .updateTable("gateway_movements")
    .set({ is_new: false })
    .where("gateway", "=", gateway)
    .where("is_new", "=", true)
    .execute();
