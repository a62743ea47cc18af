import type { Lot } from "@tradewind/domain/pricing/pricing-types.ts";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

/**
 * Sets the lots of subscriptions whose are still as they were, and returns the ids of these. Leaves out customers of whom
 * something is being ordered: an order writes lots as it has read them.
 */
export async function setLots(
  tx: Tx,
  rows: readonly { resellerId: string; id: string; was: readonly Lot[]; lots: readonly Lot[] }[],
): Promise<ReadonlySet<string>> {
  const { rows: set } = await sql<{ id: string }>`
    with n as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("resellerId" uuid, id uuid, was jsonb, lots jsonb)
    ),
    free as materialized (
      select reseller_id, id from customers
      where (reseller_id, id) in (select s.reseller_id, s.customer_id from n join subscriptions s on s.reseller_id = n."resellerId" and s.id = n.id)
      for no key update skip locked
    )
    update subscriptions s set lots = n.lots from n, free
    where s.reseller_id = n."resellerId" and s.id = n.id and s.lots = n.was and free.reseller_id = s.reseller_id and free.id = s.customer_id returning s.id`.execute(
    tx,
  );
  return new Set(set.map(({ id }) => id));
}
