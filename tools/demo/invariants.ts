import type pg from "pg";
import { billingChecks, countingChecks } from "./invariants-sql.ts";
import { findFoldBreaches } from "./invariants-history.ts";
import { findVendorBreaches, type VendorAddresses } from "./invariants-vendors.ts";

/**
 * What must hold in any database of the product while nothing is under way. Answers a sentence for each breach, with
 * its first examples; none when all is well. Without the vendors' addresses what they hold is not looked at.
 */
export async function findBreaches(database: pg.Pool, vendors?: VendorAddresses): Promise<string[]> {
  const breaches: string[] = [];
  for (const [promise, sql] of Object.entries({ ...billingChecks, ...countingChecks })) {
    const { rows } = await database.query(`select * from (${sql}) breach limit 3`);
    if (rows.length > 0) breaches.push(`${promise}: ${JSON.stringify(rows)}`);
  }
  breaches.push(...(await findFoldBreaches(database)));
  if (vendors) breaches.push(...(await findVendorBreaches(database, vendors)));
  return breaches;
}

/** As `findBreaches`, for whoever cannot go on with one. */
export async function holdInvariants(database: pg.Pool, vendors?: VendorAddresses): Promise<void> {
  const breaches = await findBreaches(database, vendors);
  if (breaches.length > 0) throw new Error(`The data does not hold together:\n${breaches.join("\n")}`);
}
