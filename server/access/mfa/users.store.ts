import type { TenantActor } from "../../platform/actor.ts";
import { ofOwnCompany } from "../../platform/restriction.ts";
import type { Db, Tx } from "../../platform/db.ts";

/** Finds a user of the caller's reseller (for a customer's admin, of their customer) as a tenant may read it. */
export const findMember = (db: Db, actor: TenantActor, userId: string) =>
  db
    .selectFrom("memberships")
    .where("reseller_id", "=", actor.resellerId)
    .where("id", "=", userId)
    .where(ofOwnCompany(actor, "customer_id"))
    .select(["id", "person_id", "kind", "customer_id", "first_name", "last_name", "mfa_required"])
    .executeTakeFirst();

export const requireOfUser = (tx: Tx, resellerId: string, userId: string, isRequired: boolean) =>
  tx
    .updateTable("memberships")
    .set({ mfa_required: isRequired })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", userId)
    .execute();

export const requireOfReseller = (tx: Tx, resellerId: string, isRequired: boolean) =>
  tx.updateTable("resellers").set({ mfa_required: isRequired }).where("id", "=", resellerId).execute();

export async function isRequiredOfReseller(db: Db, resellerId: string | null): Promise<boolean> {
  const row = await db.selectFrom("resellers").where("id", "=", resellerId).select("mfa_required").executeTakeFirst();
  return row?.mfa_required ?? false;
}
