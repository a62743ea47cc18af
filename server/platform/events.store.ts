import type { Tx } from "./db.ts";
import { trail } from "./trail.ts";

/** Lists of the portal that open pages fetch again when told. */
export type Topic =
  | "customers"
  | "services"
  | "orders"
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
  | "display";

/** Tells the reseller's open pages, once this transaction commits, what to fetch again. */
export async function announce(
  tx: Tx,
  resellerId: string,
  topics: Topic[],
  customerId: string | null = null,
): Promise<void> {
  trail(tx, tx.insertInto("events").values({ reseller_id: resellerId, topics, customer_id: customerId }));
}
