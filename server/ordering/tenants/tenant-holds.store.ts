import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/** A customer at a vendor. */
type Place = { fulfiller: string; reseller_id: string; customer_id: string };

/** Selects transfers that are not decided: until then, the vendor takes no other change of the tenant. */
const undecided = sql<boolean>`t.state in ('preparing', 'pending', 'withdrawing', 'moving', 'releasing')`;

/** Finds the transfer for which the vendor of a product, or a vendor, takes no change of a customer's tenant. */
export const findHold = (
  db: Db,
  {
    resellerId,
    customerId,
    ...of
  }: { resellerId: string; customerId: string } & ({ productId: string } | { vendor: string }),
) =>
  db
    .selectFrom("transfers as t")
    .where("t.reseller_id", "=", resellerId)
    .where("t.customer_id", "=", customerId)
    .where(
      "t.fulfiller",
      "=",
      "vendor" in of
        ? of.vendor
        : (each) => each.selectFrom("products").where("id", "=", of.productId).select("fulfiller"),
    )
    .where(undecided)
    .select(["t.fulfiller", "t.state", "t.direction", "t.partner_name", "t.created_at", "t.until"])
    .executeTakeFirst();
export type Hold = NonNullable<Awaited<ReturnType<typeof findHold>>>;

/** Tells whether an order of the customer's is at work at the vendor; of a task alone, if one is given. */
export async function isAtWork(db: Db, { reseller_id, customer_id, fulfiller }: Place, task?: "add"): Promise<boolean> {
  const found = await db
    .selectFrom("orders as o")
    .innerJoin("products as p", "p.id", "o.product_id")
    .where("o.reseller_id", "=", reseller_id)
    .where("o.customer_id", "=", customer_id)
    .where("o.status", "=", "Working")
    .where("p.fulfiller", "=", fulfiller)
    .$if(task !== undefined, (query) => query.where("o.task", "=", task!))
    .select("o.id")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
