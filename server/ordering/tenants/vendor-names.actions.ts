import { VendorUnavailable, type FulfilTask, type VendorNames } from "@tradewind/vendors/vendor.ts";
import type { Platform } from "../../platform/platform.ts";
import { findTenant, freeName, takeName, takeTenantTurn } from "./tenants.store.ts";

/** The names that customers hold at a vendor. Each call is a transaction of its own, kept before the vendor is asked. */
export function vendorNames(platform: Platform, fulfiller: string): VendorNames {
  const worker = { role: "app_worker" } as const;
  const named = ({ resellerId, customer }: FulfilTask, name: string) => ({
    fulfiller,
    name,
    reseller_id: resellerId,
    customer_id: customer.id,
  });
  return {
    take: (task, name) =>
      platform.database.write(worker, async (tx) => {
        const wanted = named(task, name);
        await takeTenantTurn(tx, wanted);
        // The order looks again and finds the tenant.
        if (task.customer.tenantRef === null && (await findTenant(tx, wanted)) !== undefined)
          throw new VendorUnavailable("A tenant was connected meanwhile", { retryAfterMs: 1_000 });
        return takeName(tx, wanted);
      }),
    free: (task, name) => platform.database.write(worker, (tx) => freeName(tx, named(task, name))),
  };
}
