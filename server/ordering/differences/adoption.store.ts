import { dayOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { Db } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";

/** Finds a company's currency, and what its vendor's numbers of offers stand for with us. */
export async function findSold(
  db: Db,
  of: { resellerId: string; fulfiller: string; offerRefs: readonly string[] },
): Promise<{ currency: Currency; offers: { id: string; product_id: string; offer_ref: string }[] }> {
  const [reseller, offers] = await Promise.all([
    db.selectFrom("resellers").where("id", "=", of.resellerId).select("currency").executeTakeFirstOrThrow(),
    db
      .selectFrom("offers as o")
      .innerJoin("products as p", "p.id", "o.product_id")
      .where("p.fulfiller", "=", of.fulfiller)
      .where("o.offer_ref", "=", anyOf(of.offerRefs, "text"))
      .select(["o.id", "o.product_id", "o.offer_ref"])
      .execute(),
  ]);
  return { currency: reseller.currency, offers };
}

/** Lists what a customer has: add-ons depend on it, and nothing of a vendor is to be there twice. */
export const listHeld = (db: Db, resellerId: string, customerId: string) =>
  db
    .selectFrom("subscriptions")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "=", customerId)
    .where("status", "<>", "cancelled")
    .select(["id as key", "sku", "status", "vendor_ref as vendorRef"])
    .orderBy("id")
    .execute();

/** Finds the day on which something came from another partner, and from which. */
export async function findArrival(
  db: Db,
  of: { resellerId: string; customerId: string; vendorRef: string },
): Promise<{ came: CalendarDate; partner: string } | undefined> {
  const found = await db
    .selectFrom("transfer_lines as l")
    .innerJoin("transfers as t", (join) =>
      join.onRef("t.reseller_id", "=", "l.reseller_id").onRef("t.id", "=", "l.transfer_id"),
    )
    .where("l.reseller_id", "=", of.resellerId)
    .where("l.customer_id", "=", of.customerId)
    .where("l.vendor_ref", "=", of.vendorRef)
    .where("t.direction", "=", "in")
    .where("t.came_at", "is not", null)
    .select(["t.came_at", "t.partner_name"])
    .executeTakeFirst();
  return found && { came: dayOf(found.came_at!.toISOString()), partner: found.partner_name };
}
