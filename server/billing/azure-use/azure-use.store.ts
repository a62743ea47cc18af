import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";

/** An Azure subscription as a customer has it, with the plan to whose service its use belongs. */
export type UsedSubscription = {
  reseller_id: string;
  id: string;
  customer_id: string;
  product_id: string;
  offer_id: string;
  plan_id: string;
  name: string;
  vendor: string;
  vendor_ref: string;
  currency: Currency;
};

/**
 * The lines of use of a file, each with the subscription of the customer who had it then. What is billed in another currency
 * than its reseller is charged in is left to the operator.
 */
const linesOf = (invoiceId: string) => sql`
  vendor_invoices i
  join vendor_invoice_lines l on l.invoice_id = i.id and l.charge = 'usage'
  join provider_tenants t on t.fulfiller = i.vendor and t.tenant_ref = l.tenant_ref
  join azure_subscriptions a on a.reseller_id = t.reseller_id and a.customer_id = t.customer_id and a.fulfiller = i.vendor
    and a.vendor_ref = l.vendor_ref and coalesce(a.currency, i.currency) = i.currency and i.id = ${invoiceId}
  join resellers r on r.id = a.reseller_id and r.currency = i.currency`;

/** Lists the Azure subscriptions of which a file bills use, and of which we know whose they are. */
export async function listUsed(db: Db, invoiceId: string): Promise<UsedSubscription[]> {
  const { rows } = await sql<UsedSubscription>`
    select u.*, p.offer_id, p.id as plan_id
    from (
      select distinct a.reseller_id, a.id, a.customer_id, a.product_id, a.name, i.vendor, a.vendor_ref, i.currency from ${linesOf(invoiceId)}) u
    cross join lateral (
      select s.id, s.offer_id from service_instances n
      join subscriptions s on s.reseller_id = n.reseller_id and s.instance_id = n.id
      where n.reseller_id = u.reseller_id and n.customer_id = u.customer_id and n.product_id = u.product_id and n.status <> 'Upgraded'
      order by n.status = 'Deleted', n.created_at, s.id limit 1) p
    order by u.reseller_id, u.id`.execute(db);
  return rows;
}

/** A meter of a resource on a day, as a file bills it. */
export type UsedLine = {
  id: string;
  month: CalendarDate;
  until: CalendarDate;
  meter: string;
  name: string;
  day: CalendarDate;
  quantity: string;
  cost: string;
};

/** Lists what a file bills of some subscriptions of a reseller and did not charge yet, and keeps others from charging them. */
export async function takeLines(
  tx: Tx,
  invoiceId: string,
  resellerId: string,
  some: readonly UsedSubscription[],
): Promise<UsedLine[]> {
  const ids = anyOf(
    some.map(({ id }) => id),
    "uuid",
  );
  await sql`
    select from azure_subscriptions where reseller_id = ${resellerId} and id = ${ids} order by id for no key update`.execute(
    tx,
  );
  const refs = anyOf([...new Set(some.map(({ vendor_ref }) => vendor_ref))], "text");
  const { rows } = await sql<UsedLine>`
    select a.id, m.month, (m.month + interval '1 month')::date as until, l.meter, l.name, l.period_from as day,
      l.quantity::numeric(20, 8)::text as quantity, l.exact_amount::numeric(24, 8)::text as cost
    from ${linesOf(invoiceId)}
    cross join lateral (select first_of_month(l.period_from) as month) m
    where l.vendor_ref = ${refs} and a.reseller_id = ${resellerId} and a.id = ${ids} and not exists (
      select from azure_charges c where c.reseller_id = a.reseller_id and c.subscription_id = a.id and c.month = m.month and c.invoice_id = i.id)
    order by a.id, m.month, l.name, l.meter, day`.execute(tx);
  return rows;
}

export type ChargedMeter = {
  id: string;
  month: CalendarDate;
  meter: string;
  cost: string;
  price: string;
  minor: bigint;
  sale_minor: bigint;
  first: string;
};

/** Lists what is charged of each meter and month of some subscriptions, and by which charge at first. */
export async function listCharged(tx: Tx, resellerId: string, ids: readonly string[]): Promise<ChargedMeter[]> {
  const { rows } = await sql<ChargedMeter>`
    select c.subscription_id as id, c.month, c.meter, sum(c.cost)::text as cost, sum(c.price)::text as price, sum(k.amount_minor)::bigint as minor,
      coalesce(sum(k.sale_minor), 0)::bigint as sale_minor, (array_agg(k.id order by k.corrects is not null, k.id))[1] as first
    from azure_charges c join charges k on k.reseller_id = c.reseller_id and k.id = c.charge_id
    where c.reseller_id = ${resellerId} and c.subscription_id = ${anyOf(ids, "uuid")} group by 1, 2, 3`.execute(tx);
  return rows;
}

/** A meter's use in a month, as it is charged. */
export type NewCharge = {
  subscription: UsedSubscription;
  month: CalendarDate;
  until: CalendarDate;
  meter: string;
  description: string;
  quantity: string;
  cost: string;
  price: string;
  minor: bigint;
  saleMinor: bigint;
  corrects: string | null;
};

/**
 * Charges use in one statement with what it is for. Whoever comes second charges nothing; a month that is closed is charged in
 * the next that is open.
 */
export async function chargeUse(
  tx: Tx,
  invoiceId: string,
  charges: readonly NewCharge[],
  today: CalendarDate,
  now: Date,
) {
  const rows = charges.map(({ subscription, minor, saleMinor, ...row }) => ({
    ...row,
    ...subscription,
    minor: String(minor),
    sale_minor: String(saleMinor),
  }));
  await sql`
    with n as materialized (
      select n.*, uuidv7() as charge_id, case when quantity = 0 then 0 else round(cost / quantity, 8) end as unit_cost
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (reseller_id uuid, id uuid, customer_id uuid, product_id text, offer_id text,
        plan_id uuid, currency text, month date, until date, meter text, description text, quantity numeric, cost numeric, price numeric,
        minor bigint, sale_minor bigint, corrects uuid)
    ),
    open as materialized (
      select reseller_id, billed_until from billing_state where reseller_id in (select reseller_id from n) order by reseller_id for share
    ),
    noted as (
      insert into azure_charges (reseller_id, charge_id, subscription_id, month, meter, invoice_id, cost, price)
      select reseller_id, charge_id, id, month, meter, ${invoiceId}, cost, price from n join open using (reseller_id)
      on conflict (reseller_id, subscription_id, month, meter, invoice_id) do nothing
      returning reseller_id, charge_id
    )
    insert into charges (reseller_id, id, customer_id, subscription_id, product_id, offer_id, kind, description, period_from, period_until,
      due_on, quantity, measured, unit_cost, amount_minor, sale_minor, currency, recorded_at, corrects)
    select n.reseller_id, n.charge_id, customer_id, plan_id, product_id, offer_id, case when minor < 0 then 'refund' else 'usage' end, description,
      month, until, greatest(${today}::date, open.billed_until), 0, quantity, unit_cost, minor, sale_minor, currency, ${now}, corrects
    from n join noted using (reseller_id, charge_id) join open using (reseller_id)`.execute(tx);
}

/**
 * Lists the months of some subscriptions of which the days that are known come to something else than what is charged, by
 * half a penny at least: each source rounds the eighth place in its own way.
 */
export async function listMonthsApart(tx: Tx, resellerId: string, ids: readonly string[], invoiceId: string) {
  const { rows } = await sql<{ month: CalendarDate }>`
    select distinct m.month from (
      select subscription_id, month, sum(cost) as cost, sum(price) as price from azure_charges c
      where reseller_id = ${resellerId} and subscription_id = ${anyOf(ids, "uuid")} group by 1, 2
      having bool_or(invoice_id = ${invoiceId})) m
    cross join lateral (
      select coalesce(sum(cost), 0) as cost, coalesce(sum(price), 0) as price from azure_spend
      where reseller_id = ${resellerId} and subscription_id = m.subscription_id and day >= m.month and day < m.month + interval '1 month') d
    where greatest(abs(m.cost - d.cost), abs(m.price - d.price)) >= 0.005`.execute(tx);
  return rows.map(({ month }) => month);
}

/** Notes until when its vendor's files have told what is billed, if a file bills use. */
export const noteBilled = (tx: Tx, invoiceId: string) =>
  sql`
    update azure_subscriptions a set billed_until = i.period_until from vendor_invoices i
    where i.id = ${invoiceId} and a.fulfiller = i.vendor and coalesce(a.currency, i.currency) = i.currency
      and (a.billed_until is null or a.billed_until < i.period_until)`.execute(tx);
