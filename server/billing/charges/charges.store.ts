import type { ChargeRow } from "@tradewind/domain/pricing/pricing-types.ts";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

export type ChargeEntry = {
  resellerId: string;
  customerId: string;
  subscriptionId: string | null;
  orderId: string | null;
  productId: string;
  row: ChargeRow;
};

/**
 * Writes dated charges. Writers share the lock on the reseller's billing row and the invoice run takes it exclusively,
 * so the run either sees a charge or leaves it to the next run: a charge is never due on an invoiced day.
 */
export async function insertCharges(tx: Tx, entries: readonly ChargeEntry[], recordedAt: Date): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ row, ...entry }) => ({
    reseller_id: entry.resellerId,
    customer_id: entry.customerId,
    subscription_id: entry.subscriptionId,
    order_id: entry.orderId,
    product_id: entry.productId,
    offer_id: row.offerId,
    kind: row.kind,
    description: row.description,
    period_from: row.periodFrom,
    period_until: row.periodUntil,
    due_on: row.dueOn,
    quantity: row.quantity,
    unit_cost: row.unitCost,
    amount_minor: String(row.amount.minor),
    currency: row.amount.currency,
    policy_id: row.policyId,
  }));
  await sql`
    with n as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (reseller_id uuid, customer_id uuid, subscription_id uuid,
        order_id uuid, product_id text, offer_id text, kind text, description text, period_from date, period_until date, due_on date,
        quantity int, unit_cost numeric, amount_minor bigint, currency text, policy_id text)
    ),
    open as (select reseller_id, billed_until from billing_state where reseller_id in (select reseller_id from n) for share)
    insert into charges (reseller_id, customer_id, subscription_id, order_id, product_id, offer_id, kind, description, period_from,
      period_until, due_on, quantity, unit_cost, amount_minor, currency, policy_id, recorded_at)
    select n.reseller_id, n.customer_id, n.subscription_id, n.order_id, n.product_id, n.offer_id, n.kind, n.description, n.period_from,
      n.period_until, greatest(n.due_on, open.billed_until), n.quantity, n.unit_cost, n.amount_minor, n.currency, n.policy_id, ${recordedAt}
    from n join open using (reseller_id)`.execute(tx);
}
