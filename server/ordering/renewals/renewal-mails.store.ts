import { addDays } from "@tradewind/domain/values/dates.ts";
import { viewNumber } from "@tradewind/domain/values/permissions.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ahead } from "./renewals.store.ts";

const isDue = (day: string) => sql`(r.renewals_told_on is null or r.renewals_told_on <= ${addDays(day, -7)}::date)`;

/** Lists the resellers who got no mail this week and have a renewal ahead of which nobody has chosen anything. */
export async function listResellersAhead(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from resellers r where ${isDue(day)} and exists (
      select from subscriptions s
      where s.reseller_id = r.id and s.status = 'active' and s.term <> 'P1M'
        and s.term_until > ${day}::date and s.term_until <= ${addDays(day, Number(ahead.Within))}::date
        and not exists (
          select from intents i where i.reseller_id = s.reseller_id and i.subscription_id = s.id
            and i.kind = 'termEnd' and i.closed_at is null and i.set_by is not null))
    order by r.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Marks a reseller as told, and returns whether it is the first time in a week. */
export async function markMailed(tx: Tx, resellerId: string, day: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update resellers r set renewals_told_on = ${day}::date where r.id = ${resellerId} and ${isDue(day)}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Finds who may choose about all of a reseller's renewals and did not do without these mails. */
export async function findChoosers(db: Db, resellerId: string) {
  const { rows } = await sql<{ email: string; name: string }>`
    select m.email, m.first_name as name from memberships m
    where m.reseller_id = ${resellerId} and m.status = 'Active' and m.kind in ('reseller', 'engineer')
      and ${viewNumber("manageService")}::smallint = any(m.views) and 'addProducts' = any(m.permissions)
      and not m.only_customers and m.only_products is null
      and not exists (select from opt_outs o where o.person_id = m.person_id and o.kind = 'renewalMails')
    order by m.id`.execute(db);
  return rows;
}
