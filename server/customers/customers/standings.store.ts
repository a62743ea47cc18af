import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";

/** Customers of a reseller; all of them if none is named. */
export type Told = { resellerId: string; customerIds: string[] };

/** Milliseconds after which events may be gone (`retention.store.ts`), and everything is worked out anew. */
const trusted = 50 * 60_000;

/** Lists whose services, orders or differences changed since this was last kept, and the snapshot that has seen them. */
export async function listTold(db: Db, at: Date): Promise<{ told: Told[]; seen: string }> {
  const { rows } = await sql<{ seen: string; reseller_id: string | null; customers: string[]; all: boolean }>`
    with now as materialized (select pg_current_snapshot() as seen),
    before as (select seen::pg_snapshot as seen from standings_read where at > ${new Date(Number(at) - trusted)}),
    told as (
      select e.reseller_id, e.customer_id from before b, events e, now
      where e.xid >= pg_snapshot_xmin(b.seen) and not pg_visible_in_snapshot(e.xid, b.seen) and pg_visible_in_snapshot(e.xid, now.seen)
        and e.topics && '{services,orders,differences}'
      union all
      select r.id, null from resellers r where not exists (select from before)
    )
    select now.seen::text, t.* from now left join (
      select reseller_id, coalesce(array_agg(distinct customer_id) filter (where customer_id is not null), '{}') as customers,
        bool_or(customer_id is null) as all
      from told group by reseller_id) t on true`.execute(db);
  return {
    seen: rows[0]!.seen,
    told: rows.flatMap(({ reseller_id: resellerId, customers, all }) =>
      resellerId === null ? [] : [{ resellerId, customerIds: all ? [] : customers }],
    ),
  };
}

/** Lists the customers of a reseller after one, by key. */
export const listIds = (db: Db, resellerId: string, after: string, most: number) =>
  db
    .selectFrom("customers")
    .where("reseller_id", "=", resellerId)
    .where("id", ">", after)
    .select("id")
    .orderBy("id")
    .limit(most)
    .execute();

/** Works out how customers stand, and returns those that stand otherwise than before. */
export async function keepStandingsOf(tx: Tx, resellerId: string, customerIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with standing as materialized (select * from standings_of(${resellerId}::uuid, array(
      select id from customers where reseller_id = ${resellerId}::uuid and id = ${anyOf(customerIds, "uuid")}))),
    held as materialized (
      select c.id from customers c join standing s on s.customer_id = c.id
      where c.reseller_id = ${resellerId}::uuid
        and (c.monthly_minor, c.next_renewal, c.troubles) is distinct from (s.monthly_minor, s.next_renewal, s.troubles)
      order by c.id for no key update of c
    )
    update customers c set monthly_minor = s.monthly_minor, next_renewal = s.next_renewal, troubles = s.troubles
    from held h join standing s on s.customer_id = h.id
    where c.reseller_id = ${resellerId}::uuid and c.id = h.id returning c.id`.execute(tx);
  return rows.map(({ id }) => id);
}

export const keepSeen = (tx: Tx, seen: string, at: Date) =>
  sql`insert into standings_read (seen, at) values (${seen}, ${at})
    on conflict (only_one) do update set seen = excluded.seen, at = excluded.at`.execute(tx);
