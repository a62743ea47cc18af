import type { ListedAddress } from "@tradewind/domain/access/sign-in-rules.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { idleLife } from "../../platform/sessions.store.ts";

const columns = [
  "only_listed",
  "listed",
  "idle_minutes",
  "life_hours",
  "sso_only",
  "most_sessions",
  "version",
] as const;

export const findRules = (db: Db, resellerId: string) =>
  db.selectFrom("sign_in_rules").where("reseller_id", "=", resellerId).select(columns).executeTakeFirst();

/**
 * Counts whom single sign-on only would concern: the company's own people besides one, those of them who are signed in
 * otherwise, and those whom no provider knows.
 */
export async function countOthers(db: Db, resellerId: string, personId: string) {
  const { rows } = await sql<{ SignedInOtherwise: number; Unlinked: number; AllUnlinked: number }>`
    select count(*) filter (where signed_in)::int as "SignedInOtherwise",
           count(*) filter (where signed_in and not linked)::int as "Unlinked",
           count(*) filter (where not linked)::int as "AllUnlinked"
    from (
      select exists (
               select from sessions s
               where s.person_id = m.person_id and s.membership_id = m.id and s.act_person_id is null
                 and s.way not in ('sso', 'aad') and s.revoked_at is null and s.expires_at > clock_timestamp()
                 and s.last_seen_at > clock_timestamp() - ${idleLife}::interval) as signed_in,
             exists (select from linked_identities l where l.person_id = m.person_id)
             or exists (
               select from company_identities c where c.reseller_id = m.reseller_id and c.person_id = m.person_id) as linked
      from memberships m
      join people p on p.id = m.person_id and p.status = 'Active'
      where m.reseller_id = ${resellerId} and m.kind in ('reseller', 'engineer') and m.status = 'Active'
        and m.person_id <> ${personId}) people`.execute(db);
  return rows[0]!;
}

type Changes = {
  only_listed?: boolean;
  listed?: ListedAddress[];
  idle_minutes?: number | null;
  life_hours?: number | null;
  sso_only?: boolean;
  most_sessions?: number | null;
};

/** Saves some of a company's rules; false if they are not of this version any more. */
export async function saveRules(
  tx: Tx,
  resellerId: string,
  { listed, ...rest }: Changes,
  version: number,
  now: Date,
): Promise<boolean> {
  const changes = { ...rest, ...(listed && { listed: JSON.stringify(listed) as never }) };
  await tx
    .insertInto("sign_in_rules")
    .values({ reseller_id: resellerId, changed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const saved = await tx
    .updateTable("sign_in_rules")
    .set({ ...changes, version: version + 1, changed_at: now })
    .where("reseller_id", "=", resellerId)
    .where("version", "=", version)
    .returning("version")
    .executeTakeFirst();
  return saved !== undefined;
}

/** Lists the companies that limit from where or how their people come in, by name. */
export const listLimiting = (db: Db) =>
  db
    .selectFrom("sign_in_rules as g")
    .innerJoin("resellers as r", "r.id", "g.reseller_id")
    .where((where) => where.or([where("g.only_listed", "=", true), where("g.sso_only", "=", true)]))
    .select([
      "r.id",
      "r.name",
      "g.sso_only",
      "g.changed_at",
      sql<number | null>`case when g.only_listed then jsonb_array_length(g.listed) end`.as("addresses"),
    ])
    .orderBy("r.name")
    .orderBy("r.id")
    .limit(500)
    .execute();

/** Lets a company's people in from everywhere and by every way. Returns whether they were limited. */
export async function liftRules(tx: Tx, resellerId: string, now: Date): Promise<boolean> {
  const lifted = await tx
    .updateTable("sign_in_rules")
    .set({ only_listed: false, sso_only: false, version: sql<number>`version + 1`, changed_at: now })
    .where("reseller_id", "=", resellerId)
    .where((where) => where.or([where("only_listed", "=", true), where("sso_only", "=", true)]))
    .returning("reseller_id")
    .executeTakeFirst();
  return lifted !== undefined;
}
