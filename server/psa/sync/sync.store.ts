import { storableJson } from "@tradewind/domain/values/storable.ts";
import { sql } from "kysely";
import type { Part, Refresh, Trigger } from "@tradewind/domain/psa/sync.ts";
import type { PsaGone, PsaItems } from "@tradewind/vendors/psa.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { compareSets } from "../../platform/sql.ts";

/** A sync that has been under way for so long is over, whatever became of it. */
const lost = sql`interval '2 hours'`;

export const listSyncs = (db: Db, resellerId: string) =>
  db.selectFrom("psa_syncs").where("reseller_id", "=", resellerId).selectAll().execute();
export type SyncRow = Awaited<ReturnType<typeof listSyncs>>[number];

export const findSync = (db: Db, resellerId: string, kind: Refresh) =>
  db
    .selectFrom("psa_syncs")
    .where("reseller_id", "=", resellerId)
    .where("kind", "=", kind)
    .selectAll()
    .executeTakeFirst();

type Asked = { resellerId: string; kind: Refresh; trigger: Trigger; by: string | null; now: Date };

/** Begins a sync unless one of its kind is under way. Returns its id; undefined if there is one. */
export async function beginSync(tx: Tx, { resellerId, kind, trigger, by, now }: Asked): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into psa_syncs as s (reseller_id, kind, state, trigger_type, asked_by, asked_at)
    values (${resellerId}, ${kind}, 'New', ${trigger}, ${by}, ${now})
    on conflict (reseller_id, kind) do update
    set id = excluded.id, state = 'New', trigger_type = excluded.trigger_type, asked_by = excluded.asked_by,
        asked_at = excluded.asked_at, ended_at = null, done = 0, message = null
    where s.state not in ('New', 'InProgress') or s.asked_at < excluded.asked_at - ${lost}
    returning id`.execute(tx);
  return rows[0]?.id;
}

type Taken = { kind: Refresh; trigger: Trigger };

/** Violates `psa_syncs_under_way` while another sync of the PSA is. Returns what is asked for; undefined if it is over. */
export async function takeSync(tx: Tx, resellerId: string, id: string, now: Date): Promise<Taken | undefined> {
  await sql`
    update psa_syncs set state = 'Failed', ended_at = ${now}, message = 'It was interrupted. Please start it again.'
    where reseller_id = ${resellerId} and id <> ${id} and state = 'InProgress' and asked_at < ${now}::timestamptz - ${lost}`.execute(
    tx,
  );
  const { rows } = await sql<Taken>`
    with again as (delete from psa_staged where reseller_id = ${resellerId} and sync_id = ${id})
    update psa_syncs set state = 'InProgress', done = 0
    where reseller_id = ${resellerId} and id = ${id} and state in ('New', 'InProgress') returning kind, trigger_type as trigger`.execute(
    tx,
  );
  return rows[0];
}

type Staged<P extends Part> = {
  resellerId: string;
  syncId: string;
  part: P;
  items: readonly (PsaItems[P] | PsaGone)[];
};
/** Keeps what was read so far. Returns false if the sync was cancelled meanwhile. */
export async function stage<P extends Part>(tx: Tx, { resellerId, syncId, part, items }: Staged<P>): Promise<boolean> {
  await sql`
    insert into psa_staged (reseller_id, sync_id, part, ref, item)
    select distinct on (i ->> 'ref') ${resellerId}::uuid, ${syncId}::uuid, ${part}::text, i ->> 'ref', i
    from jsonb_array_elements(${storableJson(items)}::jsonb) i
    on conflict (reseller_id, sync_id, part, ref) do update set item = excluded.item`.execute(tx);
  const { numUpdatedRows } = await tx
    .updateTable("psa_syncs")
    .set({ done: sql`done + ${items.length}` })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", syncId)
    .where("state", "=", "InProgress")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts what is kept of a part. */
export async function countKept(db: Db, part: Part, resellerId: string): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    select count(*)::int as kept from ${sql.table(`psa_${part}`)} where reseller_id = ${resellerId} and gone_at is null`.execute(
    db,
  );
  return rows[0]!.kept;
}

export const unstage = (tx: Tx, resellerId: string, syncId: string) =>
  tx.deleteFrom("psa_staged").where("reseller_id", "=", resellerId).where("sync_id", "=", syncId).execute();

/** The columns of each part, besides whose it is and its number. */
const columns = {
  companies: ["name", "vat_number", "domain"],
  products: ["name", "sku", "is_recurring", "unit_price"],
  agreements: ["name", "company_ref", "type", "is_active", "starts_on", "ends_on"],
  lines: ["agreement_ref", "product_ref", "name", "quantity", "unit_price", "from_on", "until_on"],
  charges: ["agreement_ref", "name", "quantity", "unit_price", "on_day"],
} as const satisfies { readonly [P in Part]: readonly Exclude<keyof PsaItems[P], "ref">[] };

/** Whether a charge would have been read: its agreement was, and it was not written while reading went on. */
const seen = (resellerId: string, syncId: string) => sql`
  and t.agreement_ref in (select ref from psa_agreements where reseller_id = ${resellerId} and gone_at is null)
  and not exists (
    select from psa_writes w join psa_syncs y on y.reseller_id = w.reseller_id and y.id = ${syncId}
    where w.reseller_id = t.reseller_id and w.charge_ref = t.ref and w.ended_at >= y.asked_at)`;

/**
 * Puts what was read in the place of what was known; what is no longer there stays, marked so: of changes alone, what they say is
 * gone. A charge whose agreement is gone cannot be seen, and may be on an invoice: it stays as it was known.
 */
export async function swapIn(
  tx: Tx,
  part: Part,
  { resellerId, syncId, isWhole, now }: { resellerId: string; syncId: string; isWhole: boolean; now: Date },
): Promise<void> {
  const table = sql.table(`psa_${part}`);
  const names = ["reseller_id", "ref", ...columns[part]];
  const staged = sql`psa_staged s where s.reseller_id = ${resellerId} and s.sync_id = ${syncId} and s.part = ${part}`;
  await sql`
    insert into ${table} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(names.map((name) => sql`r.${sql.ref(name)}`))}
    from (select * from ${staged} and not s.item ? 'gone') s,
      jsonb_populate_record(null::${table}, s.item || jsonb_build_object('reseller_id', s.reseller_id)) r
    on conflict (reseller_id, ref) do update
    set ${sql.join(columns[part].map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}, gone_at = null`.execute(
    tx,
  );
  await sql`
    update ${table} t set gone_at = ${now}
    where t.reseller_id = ${resellerId} and t.gone_at is null
      and ${isWhole ? sql`t.ref not in (select s.ref from ${staged})` : sql`t.ref in (select s.ref from ${staged} and s.item ? 'gone')`}
      ${part === "charges" ? seen(resellerId, syncId) : sql``}`.execute(tx);
}

/** Keeps from when until when each line of an active agreement was known to be as it is. */
export async function keepVersions(tx: Tx, resellerId: string, now: Date): Promise<void> {
  await compareSets(tx);
  const current = sql`
    select l.reseller_id, l.ref, l.agreement_ref, a.company_ref, l.product_ref, l.name, l.quantity, l.unit_price, l.from_on,
      least(l.until_on, a.ends_on + 1) as until_on
    from psa_lines l join psa_agreements a on a.reseller_id = l.reseller_id and a.ref = l.agreement_ref
    where l.reseller_id = ${resellerId} and l.gone_at is null and a.gone_at is null and a.is_active`;
  await sql`
    update psa_line_versions v set known_until = ${now}
    where v.reseller_id = ${resellerId} and v.known_until is null and not exists (
      select from (${current}) c where c.ref = v.ref
        and (c.agreement_ref, c.company_ref, c.product_ref, c.name, c.quantity, c.unit_price, c.from_on, c.until_on) is not distinct from
          (v.agreement_ref, v.company_ref, v.product_ref, v.name, v.quantity, v.unit_price, v.from_on, v.until_on))`.execute(
    tx,
  );
  await sql`
    insert into psa_line_versions
      (reseller_id, ref, agreement_ref, company_ref, product_ref, name, quantity, unit_price, from_on, until_on, known_from)
    select *, ${now}::timestamptz from (${current}) c where not exists (
      select from psa_line_versions v where v.reseller_id = c.reseller_id and v.ref = c.ref and v.known_until is null)`.execute(
    tx,
  );
}

type Begun = { at: Date; isWhole: boolean };

/** Ends a sync that is under way; false if it was over already. */
export async function endSync(
  tx: Tx,
  resellerId: string,
  id: string,
  end: { state: "Failed" | "Canceled"; message?: string; now: Date } | { state: "Completed"; begun: Begun; now: Date },
): Promise<boolean> {
  const { state, now } = end;
  const message = "message" in end ? end.message : null;
  const read = state === "Completed" && {
    completed_at: now,
    read_from: end.begun.at,
    ...(end.begun.isWhole && { whole_from: end.begun.at }),
  };
  const { numUpdatedRows } = await tx
    .updateTable("psa_syncs")
    .set({ state, message, ended_at: now, ...read })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .where("state", "in", ["New", "InProgress"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Lists the companies whose PSA is read on schedule: what is kept of it was read whole once, and nobody asked for it since a
 * moment. The flag is in full only: what is on for a share of the companies is read when they open the page.
 */
export const listDue = (db: Db, before: Date) =>
  db
    .selectFrom("psa_syncs as s")
    .innerJoin("psa_connections as c", "c.reseller_id", "s.reseller_id")
    .innerJoin("feature_flags as f", (join) => join.on("f.name", "=", "PSADataCaching"))
    .leftJoin("reseller_flags as o", (join) =>
      join.onRef("o.flag", "=", "f.name").onRef("o.reseller_id", "=", "s.reseller_id"),
    )
    .where("s.kind", "=", "all")
    .where("s.completed_at", "is not", null)
    .where("s.asked_at", "<", before)
    .where("c.enabled", "=", true)
    .where(sql<boolean>`coalesce(o.enabled, f.enabled and f.percentage = 100)`)
    .select("s.reseller_id")
    .execute();
