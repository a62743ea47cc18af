import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCompany, type Scope } from "../../platform/restriction.ts";

/** Finds a user of a customer. */
export const findCustomersUser = (db: Db, scope: Scope, userId: string) =>
  db
    .selectFrom("memberships as m")
    .where("m.reseller_id", "=", scope.resellerId)
    .where("m.id", "=", userId)
    .where("m.customer_id", "is not", null)
    .where("m.erased_at", "is", null)
    .where("m.deleted_at", "is", null)
    .where(ofOwnCompany(scope, "m.customer_id"))
    .select(["m.id", "m.person_id", "m.kind", "m.name", "m.email", sql<string>`m.customer_id`.as("customer_id")])
    .executeTakeFirst();

/** Whether nobody else is an administrator of the customer of one. */
export async function isLastAdmin(
  db: Db,
  resellerId: string,
  { id, customer_id: customerId, kind }: { id: string; customer_id: string; kind: string },
): Promise<boolean> {
  if (kind !== "endUserAdmin") return false;
  const other = await db
    .selectFrom("memberships")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "=", customerId)
    .where("kind", "=", "endUserAdmin")
    .where("status", "=", "Active")
    .where("deleted_at", "is", null)
    .where("id", "<>", id)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** Lists the units that the customer's person of this address has or is about to get. */
export async function listUnitsOf(db: Db, resellerId: string, customerId: string, address: string) {
  const { rows } = await sql<{
    instance_id: string;
    product_id: string;
    subscription_id: string;
    person_id: string;
    name: string;
  }>`
    select s.instance_id, s.product_id, s.id as subscription_id, a.person_id, s.name
    from customer_people p
      join assignments a on a.reseller_id = p.reseller_id and a.person_id = p.id and a.until is null and a.state in ('wanted', 'there')
      join subscriptions s on s.reseller_id = a.reseller_id and s.id = a.subscription_id and s.status <> 'cancelled'
    where p.reseller_id = ${resellerId} and p.customer_id = ${customerId} and p.email = ${address.toLowerCase()}
    order by s.name, s.id`.execute(db);
  return rows;
}

/** Deletes a user of the reseller in hand, with their sessions and open invitations. */
export const deleteUser = (tx: Tx, userId: string, at: Date) => sql`select delete_user(${userId}, ${at})`.execute(tx);
