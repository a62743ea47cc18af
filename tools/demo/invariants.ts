import type pg from "pg";
import { billingChecks, countingChecks } from "./invariants-sql.ts";
import { findFoldBreaches } from "./invariants-history.ts";
import { findGatewayBreaches, type GatewayAddresses } from "./invariants-gateways.ts";
import { findVendorBreaches, type VendorAddresses } from "./invariants-vendors.ts";

/**
 * Checks the invariants that hold in any database of the product while no work is pending. Returns a sentence for each
 * breach, with its first examples. Skips the records of vendors and gateways if no addresses are given.
 */
export async function findBreaches(database: pg.Pool, vendors?: VendorAddresses & GatewayAddresses): Promise<string[]> {
  const breaches: string[] = [];
  for (const [promise, sql] of Object.entries({ ...billingChecks, ...countingChecks })) {
    const { rows } = await database.query(`select * from (${sql}) breach limit 3`);
    if (rows.length > 0) breaches.push(`${promise}: ${JSON.stringify(rows)}`);
  }
  breaches.push(...(await findFoldBreaches(database)));
  if (vendors)
    breaches.push(...(await findVendorBreaches(database, vendors)), ...(await findGatewayBreaches(database, vendors)));
  return breaches;
}

/** Calls `findBreaches` and throws if there are any. */
export async function holdInvariants(database: pg.Pool, vendors?: VendorAddresses & GatewayAddresses): Promise<void> {
  const breaches = await findBreaches(database, vendors);
  if (breaches.length > 0) throw new Error(`The data does not hold together:\n${breaches.join("\n")}`);
}
