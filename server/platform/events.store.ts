import type { Tx } from "./db.ts";
import { trail } from "./trail.ts";

/** Lists that open pages reload on notice. */
export type Topic =
  | "customers"
  | "services"
  | "orders"
  | "differences"
  | "plans"
  | "quotes"
  | "tenants"
  | "transfers"
  | "agreements"
  | "invoices"
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
  | "myBusiness"
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
