import type { TenantActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";

const ofForm = ({ resellerId, membershipId }: TenantActor, form: string) =>
  ({ reseller_id: resellerId, membership_id: membershipId, form }) as const;

export const findDraft = (db: Db, actor: TenantActor, form: string) =>
  db
    .selectFrom("drafts")
    .where("reseller_id", "=", actor.resellerId)
    .where("membership_id", "=", actor.membershipId)
    .where("form", "=", form)
    .select("value")
    .executeTakeFirst();

export const saveDraft = (tx: Tx, actor: TenantActor, form: string, value: string, now: Date) =>
  tx
    .insertInto("drafts")
    .values({ ...ofForm(actor, form), value, saved_at: now })
    .onConflict((on) => on.columns(["reseller_id", "membership_id", "form"]).doUpdateSet({ value, saved_at: now }))
    .execute();

export const deleteDraft = (tx: Tx, actor: TenantActor, form: string) =>
  tx
    .deleteFrom("drafts")
    .where("reseller_id", "=", actor.resellerId)
    .where("membership_id", "=", actor.membershipId)
    .where("form", "=", form)
    .execute();
