import type { Tx } from "../../platform/db.ts";

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
