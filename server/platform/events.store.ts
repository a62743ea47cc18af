import { sql } from "kysely";
import type { Tx } from "./db.ts";
import { trail } from "./trail.ts";

/** Lists that open pages reload on notice. */
export type Topic =
  | "customers"
  | "services"
  | "orders"
  | "differences"
  | "basket"
  | "plans"
  | "azureSpend"
  | "quotes"
  | "requests"
  | "tenants"
  | "transfers"
  | "agreements"
  | "invoices"
  | "reports"
  | "dashboard"
  | "session"
  | "work"
  | "whiteLabel"
  | "clock"
  | "notifications"
  | "support"
  | "users"
  | "display"
  | "signInRules"
  | "apiTokens"
  | "companyProvider"
  | "psa"
  | "myBusiness"
  | "paymentMethods"
  | "catalogue"
  | "activity";

/** Tells the reseller's open pages what to reload, once this transaction commits. */
export async function announce(
  tx: Tx,
  resellerId: string,
  topics: Topic[],
  customerId: string | null = null,
): Promise<void> {
  trail(tx, tx.insertInto("events").values({ reseller_id: resellerId, topics, customer_id: customerId }));
}

/** Tells it of several customers, by one statement. */
export async function announceEach(
  tx: Tx,
  resellerId: string,
  topics: Topic[],
  customerIds: Iterable<string>,
): Promise<void> {
  const rows = [...new Set(customerIds)].map((customer_id) => ({ reseller_id: resellerId, topics, customer_id }));
  if (rows.length > 0) trail(tx, tx.insertInto("events").values(rows));
}

/** Tells every company of it. */
export async function announceToAll(tx: Tx, topics: Topic[]): Promise<void> {
  const all = tx.selectFrom("resellers").where("status", "=", "Active");
  trail(
    tx,
    tx
      .insertInto("events")
      .columns(["reseller_id", "topics"])
      .expression(all.select(["id", sql<Topic[]>`${topics}::text[]`.as("topics")])),
  );
}
