import { sql } from "kysely";
import type { TenantActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";

const ofForm = ({ resellerId, membershipId }: TenantActor, form: string) =>
  ({ reseller_id: resellerId, membership_id: membershipId, form }) as const;

const ofOwner = ({ resellerId, membershipId }: TenantActor) =>
  sql`reseller_id = ${resellerId} and membership_id = ${membershipId}`;

export const findDraft = (db: Db, actor: TenantActor, form: string) =>
  db
    .selectFrom("drafts")
    .where("reseller_id", "=", actor.resellerId)
    .where("membership_id", "=", actor.membershipId)
    .where("form", "=", form)
    .select("value")
    .executeTakeFirst();

/** The most forms of which one person has drafts; the oldest goes first. */
const mostForms = 50;

export async function saveDraft(tx: Tx, actor: TenantActor, form: string, value: string): Promise<void> {
  const saved_at = sql<Date>`clock_timestamp()`;
  await tx
    .insertInto("drafts")
    .values({ ...ofForm(actor, form), value, saved_at })
    .onConflict((on) => on.columns(["reseller_id", "membership_id", "form"]).doUpdateSet({ value, saved_at }))
    .execute();
  const own = ofOwner(actor);
  await sql`delete from drafts where ${own} and form not in (
    select form from drafts where ${own} order by saved_at desc limit ${mostForms})`.execute(tx);
}

export const deleteDraft = (tx: Tx, actor: TenantActor, form: string) =>
  tx
    .deleteFrom("drafts")
    .where("reseller_id", "=", actor.resellerId)
    .where("membership_id", "=", actor.membershipId)
    .where("form", "=", form)
    .execute();
