import type { ChargeRow } from "@tradewind/domain/pricing/pricing-types.ts";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";
import { isOfEveryCustomer, ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";

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
  await sql`
    with n as (${rowsOf(entries)}),
    open as (select reseller_id, billed_until from billing_state where reseller_id in (select reseller_id from n) for share)
    insert into charges (reseller_id, ${columns}, due_on, recorded_at)
    select n.reseller_id, ${columns}, greatest(n.due_on, open.billed_until), ${recordedAt}
    from n join open using (reseller_id)`.execute(tx);
}

/** Gives back in full what an order charged for some of its subscriptions, each row naming its charge and saying why. */
export const takeBackCharges = (
  tx: Tx,
  resellerId: string,
  of: { orderId: string; subscriptions: readonly string[]; why: string },
  now: Date,
) =>
  sql`
    with open as (select billed_until from billing_state where reseller_id = ${resellerId} for share)
    insert into charges (reseller_id, ${columns}, due_on, recorded_at, corrects)
    select c.reseller_id, c.customer_id, c.subscription_id, c.order_id, c.product_id, c.offer_id, 'refund', c.description || ${`, ${of.why}`},
      c.period_from, c.period_until, -c.quantity, c.unit_cost, -c.amount_minor, c.currency, c.policy_id,
      greatest(c.due_on, (${now}::timestamptz at time zone 'UTC')::date, open.billed_until), ${now}, c.id
    from open cross join charges c
    where c.reseller_id = ${resellerId} and c.order_id = ${of.orderId} and c.subscription_id = ${anyOf(of.subscriptions, "uuid")}
      and c.kind in ('recurring', 'prorated') and c.corrects is null`.execute(tx);

/** Holds what an order promises to charge or refund. Each becomes a charge in the write that says its line is done. */
export async function holdCharges(tx: Tx, entries: readonly ChargeEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`insert into held_charges (reseller_id, ${columns}, due_on) select reseller_id, ${columns}, due_on from (${rowsOf(entries)}) n`.execute(
    tx,
  );
}

const columns = sql.raw(
  "customer_id, subscription_id, order_id, product_id, offer_id, kind, description, period_from, period_until, quantity, unit_cost, amount_minor, currency, policy_id",
);

function rowsOf(entries: readonly ChargeEntry[]): RawBuilder<unknown> {
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
  return sql`
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (reseller_id uuid, customer_id uuid, subscription_id uuid,
      order_id uuid, product_id text, offer_id text, kind text, description text, period_from date, period_until date, due_on date,
      quantity int, unit_cost numeric, amount_minor bigint, currency text, policy_id text)`;
}

/** Selects charges that fall due in months from `since` up to, not including, `until`, but not after `today`. */
export const chargesWithin = (
  scope: Scope,
  { since, until, today }: Record<"since" | "until" | "today", string>,
) => sql`
  select first_of_month(due_on) as month, due_on, customer_id, product_id, amount_minor as amount, coalesce(sale_minor, 0) as sales,
    coalesce(sale_minor - amount_minor, 0) as margin from charges
  where reseller_id = ${scope.resellerId}::uuid and due_on >= ${since}::date and due_on < ${until}::date and due_on <= ${today}::date
    and ${ofOwnCustomer(scope, "customer_id")} and ${ofOwnProduct(scope, "product_id")}`;

/** Selects the same by month and product, several rows for each: from the tallies, less what is still to fall due. */
export const chargedByMonth = (
  scope: Scope,
  within: Parameters<typeof chargesWithin>[1],
): RawBuilder<{ month: string; product_id: string; amount: bigint }> =>
  isOfEveryCustomer(scope)
    ? sql`
  select month, product_id, amount from company_tallies
  where reseller_id = ${scope.resellerId}::uuid and figure = 'charged' and month >= ${within.since}::date and month < ${within.until}::date
    and ${ofOwnProduct(scope, "product_id")}
  union all
  select first_of_month(due_on), product_id, -amount_minor from charges
  where reseller_id = ${scope.resellerId}::uuid and due_on >= ${within.since}::date and due_on < ${within.until}::date and due_on > ${within.today}::date
    and ${ofOwnProduct(scope, "product_id")}`
    : sql`select month, product_id, amount from (${chargesWithin(scope, within)}) c`;

/** The same with what customers pay for it, and what is left of that. */
export const soldByMonth = (
  scope: Scope,
  within: Parameters<typeof chargesWithin>[1],
): RawBuilder<{ month: string; product_id: string; amount: bigint; sales: bigint; margin: bigint }> =>
  isOfEveryCustomer(scope)
    ? sql`
  select month, product_id, case figure when 'charged' then amount else 0 end as amount, case figure when 'sold' then amount else 0 end as sales,
    case figure when 'margin' then amount else 0 end as margin from company_tallies
  where reseller_id = ${scope.resellerId}::uuid and figure in ('charged', 'sold', 'margin') and month >= ${within.since}::date
    and month < ${within.until}::date and ${ofOwnProduct(scope, "product_id")}
  union all
  select first_of_month(due_on), product_id, -amount_minor, -coalesce(sale_minor, 0), -coalesce(sale_minor - amount_minor, 0) from charges
  where reseller_id = ${scope.resellerId}::uuid and due_on >= ${within.since}::date and due_on < ${within.until}::date and due_on > ${within.today}::date
    and ${ofOwnProduct(scope, "product_id")}`
    : sql`select month, product_id, amount, sales, margin from (${chargesWithin(scope, within)}) c`;
