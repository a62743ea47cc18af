import type { Db, Tx } from "../../platform/db.ts";

/** Stores the customer's tenant number at a provider, once. */
export async function keepTenant(
  tx: Tx,
  resellerId: string,
  customerId: string,
  fulfiller: string,
  tenantRef: string,
): Promise<void> {
  await tx
    .insertInto("provider_tenants")
    .values({ reseller_id: resellerId, customer_id: customerId, fulfiller, tenant_ref: tenantRef })
    .onConflict((conflict) =>
      conflict.columns(["reseller_id", "customer_id", "fulfiller"]).doUpdateSet({ tenant_ref: tenantRef }),
    )
    .execute();
}

type Named = { fulfiller: string; name: string; reseller_id: string; customer_id: string };

export async function holdsName(db: Db, { fulfiller, name, reseller_id, customer_id }: Named): Promise<boolean> {
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
