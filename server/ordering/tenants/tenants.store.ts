import { adminStatuses, canEnd } from "@tradewind/domain/ordering/admin-relationships.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { takeTurn } from "../../platform/take-turn.ts";

/** A customer at a vendor. */
type Place = { fulfiller: string; reseller_id: string; customer_id: string };

/**
 * Stores the customer's tenant at a vendor, once: it stays the first one. `hasOther` if the customer has another by now,
 * `taken` if the tenant belongs to another customer.
 */
export async function keepTenant(tx: Tx, place: Place, tenantRef: string): Promise<"kept" | "hasOther" | "taken"> {
  const { fulfiller, reseller_id, customer_id } = place;
  await tx
    .insertInto("provider_tenants")
    .values({ fulfiller, reseller_id, customer_id, tenant_ref: tenantRef })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const held = await findTenant(tx, place);
  if (held === undefined) return "taken";
  return held === tenantRef ? "kept" : "hasOther";
}

export async function findTenant(db: Db, { fulfiller, reseller_id, customer_id }: Place): Promise<string | undefined> {
  const held = await db
    .selectFrom("provider_tenants")
    .where("reseller_id", "=", reseller_id)
    .where("customer_id", "=", customer_id)
    .where("fulfiller", "=", fulfiller)
    .select("tenant_ref")
    .executeTakeFirst();
  return held?.tenant_ref;
}

export const dropTenant = (tx: Tx, { fulfiller, reseller_id, customer_id }: Place) =>
  tx
    .deleteFrom("provider_tenants")
    .where("reseller_id", "=", reseller_id)
    .where("customer_id", "=", customer_id)
    .where("fulfiller", "=", fulfiller)
    .execute();

/**
 * Waits until nobody else decides which tenant the customer has at the vendor: an order that is about to create one, or
 * somebody who brings one in.
 */
export const takeTenantTurn = (tx: Tx, { fulfiller, reseller_id, customer_id }: Place) =>
  takeTurn(tx, `tenant ${fulfiller} ${reseller_id} ${customer_id}`);

type Named = Place & { name: string };

async function holdsName(db: Db, { fulfiller, name, reseller_id, customer_id }: Named): Promise<boolean> {
  const held = await db
    .selectFrom("vendor_names")
    .where("fulfiller", "=", fulfiller)
    .where("name", "=", name)
    .where("reseller_id", "=", reseller_id)
    .where("customer_id", "=", customer_id)
    .select("name")
    .executeTakeFirst();
  return held !== undefined;
}

/** Takes the name for the customer. False if another customer has it. */
export async function takeName(tx: Tx, named: Named): Promise<boolean> {
  await tx
    .insertInto("vendor_names")
    .values(named)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return holdsName(tx, named);
}

export async function freeName(tx: Tx, { fulfiller, name, reseller_id, customer_id }: Named): Promise<void> {
  await tx
    .deleteFrom("vendor_names")
    .where("fulfiller", "=", fulfiller)
    .where("name", "=", name)
    .where("reseller_id", "=", reseller_id)
    .where("customer_id", "=", customer_id)
    .execute();
}

const endable = sql.join(adminStatuses.filter(canEnd).map((status) => sql.lit(status)));

/** Has the relationships with a tenant end, and returns them. */
export async function endRelationshipsWith(
  tx: Tx,
  { fulfiller, reseller_id, customer_id }: Place,
  tenantRef: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update admin_relationships set wants_end = true
    where reseller_id = ${reseller_id} and customer_id = ${customer_id} and fulfiller = ${fulfiller}
      and tenant_ref = ${tenantRef} and status in (${endable}) and not wants_end returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lists where a customer has a tenant, with how many services are provided in each, and relationships with it that can end. */
export const listTenantsOfCustomer = (db: Db, resellerId: string, customerId: string) =>
  db
    .selectFrom("provider_tenants as t")
    .where("t.reseller_id", "=", resellerId)
    .where("t.customer_id", "=", customerId)
    .select([
      "t.fulfiller",
      "t.tenant_ref",
      sql<number>`(select count(*)::int from service_instances i join products p on p.id = i.product_id and p.fulfiller = t.fulfiller
        where i.reseller_id = t.reseller_id and i.customer_id = t.customer_id and i.status not in ('Deleted', 'Upgraded'))`.as(
        "services",
      ),
      sql<number>`(select count(*)::int from admin_relationships a
        where a.reseller_id = t.reseller_id and a.customer_id = t.customer_id and a.fulfiller = t.fulfiller
          and a.tenant_ref = t.tenant_ref and a.status in (${endable}) and not a.wants_end)`.as("admin_relationships"),
    ])
    .execute();
