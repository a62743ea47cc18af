import type { FulfilTask, VendorNames } from "@tradewind/vendors/vendor.ts";
import type { Platform } from "../../platform/platform.ts";
import { freeName, holdsName, takeName } from "./tenants.store.ts";

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
    take: (task, name) => platform.database.write(worker, (tx) => takeName(tx, named(task, name))),
    holds: (task, name) => platform.database.read(worker, (db) => holdsName(db, named(task, name))),
    free: (task, name) => platform.database.write(worker, (tx) => freeName(tx, named(task, name))),
  };
}
