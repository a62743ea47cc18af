import type { CalendarDate, Period } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { Gap } from "@tradewind/domain/psa/reconciliation.ts";
import { sql } from "kysely";
import type { TenantActor } from "../../platform/actor.ts";
import { boundsOf } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import { anyOf, compareSets } from "../../platform/sql.ts";
import { billedAs } from "../matching/matching.store.ts";
import { histories } from "../movement/movement.store.ts";

/** What is compared, on a day: today, or the last day of a month that is over and is compared as it was then. */
export type Of = {
  resellerId: string;
  source: string;
  currency: Currency;
  today: CalendarDate;
  past: Period | null;
};

export type ReconciledRow = {
  customer_id: string;
  customer_name: string;
  /** The first of what counts together, because it is one product in the PSA, and all of it where that is more. */
  sku: string;
  skus: string[] | null;
  name: string;
  gap: Gap | null;
  customer_ignored: boolean;
  company_ref: string | null;
  company_name: string | null;
  service_ignored: boolean;
  product_ref: string | null;
  product_name: string | null;
  has_agreement: boolean;
  quantity: number;
  /** A month of what the customer pays, and of what it costs, with the price of one unit. */
  sale: string | null;
  price: string | null;
  cost: string;
  /** What its vendor was last seen to have, who has it assigned, and what we charge for today; null where nobody knows. */
  vendor_quantity: number | null;
  assigned_quantity: number | null;
  charged_quantity: number | null;
  psa_lines: number;
  psa_quantity: string;
  psa_amount: string;
  psa_price: string | null;
  has_ended: boolean;
  has_later: boolean;
  agreement_ref: string | null;
  line_ref: string | null;
};

/** Agreements that are in force; which were active in a month that is over tells only what they billed then. */
const agreementsOf = ({ resellerId, today, past }: Of) => sql`
  select ref, company_ref from psa_agreements
  where reseller_id = ${resellerId} and (ends_on is null or ends_on >= ${today})
    and ${past ? sql`(starts_on is null or starts_on <= ${today})` : sql`gone_at is null and is_active`}`;

/** What was known at the end of a month, or what is known now of agreements that are in force. */
const knownOf = (of: Of) =>
  of.past
    ? sql`
      select company_ref, product_ref, ref, agreement_ref, name, quantity, unit_price, from_on, until_on from psa_line_versions
      where reseller_id = ${of.resellerId} and known_from < ${of.past.until}::date::timestamp at time zone 'UTC'
        and (known_until is null or known_until >= ${of.past.until}::date::timestamp at time zone 'UTC')`
    : sql`
      select a.company_ref, l.product_ref, l.ref, l.agreement_ref, l.name, l.quantity, l.unit_price, l.from_on, l.until_on
      from psa_lines l join (${agreementsOf(of)}) a on a.ref = l.agreement_ref
      where l.reseller_id = ${of.resellerId} and l.gone_at is null`;

/** Lines of the PSA, and whether they run on the day. */
const linesOf = (of: Of) => sql`
  select *, (from_on is null or from_on <= ${of.today}) and (until_on is null or until_on > ${of.today}) as runs from (${knownOf(of)}) l`;

const months = sql`case s.billing when 'annual' then 12 when 'triennial' then 36 else 1 end`;

/** What we charge for on the day. As sets, like the next ones: looked up for each subscription they would be most of the work. */
const chargedOf = ({ resellerId, today }: Of) => sql`
  left join (
    select subscription_id, sum(case when kind = 'refund' then -abs(quantity) else quantity end) as quantity from charges
    where reseller_id = ${resellerId} and kind in ('recurring', 'prorated', 'refund')
      and corrects is null and period_from <= ${today} and period_until > ${today} group by subscription_id) c on c.subscription_id = s.id`;

/** What is bought of each product, out of what is bought of each of ours that is billed as it. */
const ours = sql`
  select o.customer_id, coalesce(b.head, o.sku) as sku, string_agg(distinct o.name, ', ') as name,
    case when bool_or(o.by_use) then 'byUse' when bool_or(o.other_currency) then 'otherCurrency' end as gap,
    sum(o.quantity)::int as quantity, case when bool_and(o.sale is not null) then sum(o.sale) end as sale, sum(o.cost) as cost,
    case when bool_and(o.vendor_quantity is not null) then sum(o.vendor_quantity)::int end as vendor_quantity,
    sum(o.assigned_quantity)::int as assigned_quantity, sum(o.charged_quantity)::int as charged_quantity
  from bought o left join mapped b on b.sku = o.sku group by o.customer_id, coalesce(b.head, o.sku)`;

const boughtNow = (of: Of) => sql`
  mapped as materialized (${billedAs(of)}),
  bought as (
    select s.customer_id, s.sku, min(s.name) as name, bool_or(f.meters <> '[]') as by_use, bool_or(s.currency <> ${of.currency}) as other_currency,
      sum(s.quantity) as quantity, case when bool_and(s.customer_price is not null) then sum(s.quantity * s.customer_price / ${months}) end as sale,
      sum(s.quantity * s.unit_cost / ${months}) as cost, case when bool_and(v.quantity is not null) then sum(v.quantity) end as vendor_quantity,
      sum(a.people) as assigned_quantity, sum(c.quantity) as charged_quantity
    from subscriptions s
    join offers f on f.id = s.offer_id
    left join (
      select subscription_id, count(*) as people from assignments
      where reseller_id = ${of.resellerId} and until is null and state in ('there', 'leaving') group by subscription_id) a on a.subscription_id = s.id
    left join (
      select distinct on (subscription_id) subscription_id, case when status = 'ended' then 0 else quantity end as quantity from vendor_views
      where reseller_id = ${of.resellerId} order by subscription_id desc, id desc) v on v.subscription_id = s.id
    ${chargedOf(of)}
    where s.reseller_id = ${of.resellerId} and s.status <> 'cancelled' and s.billing <> 'once'
    group by s.customer_id, s.sku)`;

/** By the history; what the vendor had then, and who had it assigned, nobody knows. */
const boughtThen = (of: Of, past: Period) => sql`
  ${histories(of, past, of.today)},
  bought as (
    select h.customer_id, s.sku, min(h.name) as name, bool_or(f.meters <> '[]') as by_use, bool_or(s.currency <> ${of.currency}) as other_currency,
      sum(h.new) as quantity, case when bool_and(p.after is not null) then sum(h.new * p.after) end as sale,
      sum(h.new * s.unit_cost / ${months}) as cost, null::int as vendor_quantity, null::int as assigned_quantity, sum(c.quantity) as charged_quantity
    from held h
    join subscriptions s on s.reseller_id = ${of.resellerId} and s.id = h.subscription_id
    join offers f on f.id = s.offer_id
    left join priced p on p.subscription_id = h.subscription_id
    ${chargedOf(of)}
    where h.new <> 0 group by h.customer_id, s.sku)`;

/**
 * Lists each product of each customer with what the PSA bills of it, in one statement: what is one product there counts together,
 * and what is bought once or is nothing on either side is left out. A line without a quantity counts only where there is no other.
 */
export const listReconciled = async (db: Db, of: Of): Promise<ReconciledRow[]> => {
  const { resellerId, source, today } = of;
  await compareSets(db);
  const { rows } = await sql<ReconciledRow>`
    with ${of.past ? boughtThen(of, of.past) : boughtNow(of)},
    ours as (${ours}),
    lines as materialized (${linesOf(of)}),
    heads as (select head, product_ref, bool_and(ignored) as ignored, array_agg(sku) as skus from mapped group by head, product_ref),
    counted as (
      select company_ref, product_ref,
        coalesce(nullif(count(*) filter (where runs and quantity <> 0), 0), count(*) filter (where runs))::int as lines,
        coalesce(sum(quantity) filter (where runs), 0) as quantity,
        coalesce(sum(quantity * unit_price) filter (where runs), 0) as amount,
        bool_or(until_on <= ${today}) as has_ended, bool_or(from_on > ${today}) as has_later,
        substr(min(case when quantity <> 0 then '0' else '1' end || ref) filter (where runs), 2) as line_ref
      from lines group by company_ref, product_ref),
    theirs as (
      select c.*, cm.customer_id, h.head as sku
      from counted c
      join psa_customer_matches cm on cm.reseller_id = ${resellerId} and cm.source = ${source} and cm.company_ref = c.company_ref
      join heads h on h.product_ref = c.product_ref),
    paired as (
      select coalesce(o.customer_id, t.customer_id) as customer_id, coalesce(o.sku, t.sku) as sku, o.name, o.gap,
        coalesce(o.quantity, 0) as quantity, case when o.quantity is null then 0 else o.sale end as sale,
        o.sale / nullif(o.quantity, 0) as price, coalesce(o.cost, 0) as cost, o.vendor_quantity, o.assigned_quantity, o.charged_quantity,
        coalesce(t.lines, 0) as psa_lines, coalesce(t.quantity, 0) as psa_quantity, coalesce(t.amount, 0) as psa_amount,
        coalesce(t.has_ended, false) as has_ended, coalesce(t.has_later, false) as has_later, t.line_ref
      from ours o full join theirs t on t.customer_id = o.customer_id and t.sku = o.sku
      where coalesce(o.quantity, 0) <> 0 or coalesce(t.quantity, 0) <> 0)
    select k.customer_id, c.name as customer_name, k.sku, case when cardinality(sm.skus) > 1 then sm.skus end as skus,
      coalesce(k.name, p.name, l.name, k.sku) as name, k.gap,
      coalesce(cm.ignored, false) as customer_ignored, cm.company_ref, coalesce(y.name, cm.company_ref) as company_name,
      coalesce(sm.ignored, false) as service_ignored, sm.product_ref, coalesce(p.name, sm.product_ref) as product_name,
      coalesce(cm.company_ref in (select company_ref from (${agreementsOf(of)}) a), false) as has_agreement,
      k.quantity, round(k.sale, 8)::text as sale, round(k.price, 4)::text as price, round(k.cost, 8)::text as cost,
      k.vendor_quantity, k.assigned_quantity, k.charged_quantity,
      k.psa_lines, trim_scale(k.psa_quantity)::text as psa_quantity, k.psa_amount::text as psa_amount,
      coalesce(l.unit_price, p.unit_price)::text as psa_price, k.has_ended, k.has_later,
      l.agreement_ref, k.line_ref
    from paired k
    join customers c on c.reseller_id = ${resellerId} and c.id = k.customer_id
    left join psa_customer_matches cm on cm.reseller_id = ${resellerId} and cm.source = ${source} and cm.customer_id = k.customer_id
    left join heads sm on sm.head = k.sku
    left join psa_companies y on y.reseller_id = ${resellerId} and y.ref = cm.company_ref
    left join psa_products p on p.reseller_id = ${resellerId} and p.ref = sm.product_ref
    left join lines l on l.ref = k.line_ref
    order by lower(c.name), k.customer_id, lower(coalesce(k.name, p.name, l.name, k.sku)), k.sku`.execute(db);
  return rows;
};

/** Counts running lines of what is sold here for companies that no customer is matched with, and those of what is not. */
export async function countOthers(db: Db, of: Of): Promise<{ companies: number; products: number }> {
  const { resellerId, source } = of;
  const { rows } = await sql<{ companies: number; products: number }>`
    select (count(*) filter (where sold and cm.customer_id is null))::int as companies,
      (count(*) filter (where not sold))::int as products
    from (${linesOf(of)}) l
    cross join lateral (select l.product_ref in (select product_ref from (${billedAs(of)}) b where product_ref is not null) as sold) o
    left join psa_customer_matches cm on cm.reseller_id = ${resellerId} and cm.source = ${source} and cm.company_ref = l.company_ref
    where l.runs and l.quantity <> 0`.execute(db);
  return rows[0]!;
}

/** When the lines of the PSA were last read whole, and since when they are known. */
export async function findRead(db: Db, resellerId: string): Promise<{ at: Date | null; since: Date | null }> {
  const { rows } = await sql<{ at: Date | null; since: Date | null }>`
    select (select max(completed_at) from psa_syncs
        where reseller_id = ${resellerId} and kind in ('all', 'reconciliation', 'productMovement')) as at,
      (select min(known_from) from psa_line_versions where reseller_id = ${resellerId}) as since`.execute(db);
  return rows[0]!;
}

/** The most orders that the report names, the newest first. */
const mostOrders = 500;

export type SalesOrderRow = {
  id: string;
  customer_id: string;
  customer_name: string;
  journey: "Add" | "Modify" | "Delete" | "Upgrade";
  completed_at: Date;
  placed_by_name: string;
  lines: { sku: string; name: string; quantity: number; once: boolean; amount: string | null }[];
};

/** Lists what was ordered and done since a day, without what is not billed through the PSA. */
export const listSalesOrders = async (db: Db, { resellerId, source, currency, past }: Of, since: CalendarDate) =>
  (
    await sql<SalesOrderRow>`
      with mapped as materialized (${billedAs({ resellerId, source })})
      select o.id, o.customer_id, c.name as customer_name, o.journey, o.completed_at, o.placed_by_name, l.lines
      from orders o
      join customers c on c.reseller_id = o.reseller_id and c.id = o.customer_id
      cross join lateral (
        select jsonb_agg(jsonb_build_object('sku', s.sku, 'name', l.name, 'quantity', l.quantity, 'once', s.billing = 'once',
          'amount', case when s.billing = 'once' and s.currency = ${currency} then round(s.customer_price * l.quantity, 8)::text end) order by l.id) as lines
        from order_lines l
        join subscriptions s on s.reseller_id = l.reseller_id and s.id = l.subscription_id
        left join mapped sm on sm.sku = s.sku
        where l.reseller_id = o.reseller_id and l.order_id = o.id and l.state = 'done' and sm.ignored is not true) l
      left join psa_customer_matches cm on cm.reseller_id = o.reseller_id and cm.source = ${source} and cm.customer_id = o.customer_id
      where o.reseller_id = ${resellerId} and o.status = 'Completed' and o.journey in ('Add', 'Modify', 'Delete', 'Upgrade')
        and o.completed_at >= ${since}::date ${past ? sql`and o.completed_at < ${past.until}::date` : sql``} and l.lines is not null and cm.ignored is not true
        and not exists (select from psa_ignored_orders i where i.reseller_id = o.reseller_id and i.order_id = o.id)
      order by o.id desc limit ${mostOrders}`.execute(db)
  ).rows;

export async function countIgnoredOrders(db: Db, resellerId: string, since: CalendarDate): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from psa_ignored_orders i
    join orders o on o.reseller_id = i.reseller_id and o.id = i.order_id
    where i.reseller_id = ${resellerId} and o.completed_at >= ${since}::date`.execute(db);
  return rows[0]!.n;
}

export async function countOrders(db: Db, resellerId: string, ids: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom("orders")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", anyOf(ids, "uuid"))
    .select(sql<number>`count(*)::int`.as("n"))
    .executeTakeFirstOrThrow();
  return row.n;
}

export const ignoreOrders = (
  tx: Tx,
  { resellerId, ids, by, now }: { resellerId: string; ids: readonly string[]; by: string; now: Date },
) =>
  sql`
    insert into psa_ignored_orders (reseller_id, order_id, ignored_by, ignored_at)
    select ${resellerId}, id, ${by}, ${now} from unnest(${[...ids]}::uuid[]) as n (id)
    on conflict do nothing`.execute(tx);

/** Has orders in the report again; null for every one. */
export const heedOrders = (tx: Tx, resellerId: string, ids: readonly string[] | null) =>
  tx
    .deleteFrom("psa_ignored_orders")
    .where("reseller_id", "=", resellerId)
    .$if(ids !== null, (query) => query.where("order_id", "=", anyOf(ids!, "uuid")))
    .execute();

/** A row of the file, in the words and figures that it has there. */
export type FileRow = {
  customer: string;
  company: string;
  service: string;
  product: string;
  vendor: number | null;
  quantity: number;
  assigned: number | null;
  charged: number | null;
  psa: string;
  expected: string | null;
  billed: string | null;
  difference: string | null;
  why: string;
};

/** Streams rows that were compared already as a file; the amounts for who may see them. */
export const streamReconciled = (
  exports: Exports,
  actor: TenantActor,
  rows: readonly FileRow[],
  priced: boolean,
): Promise<Download> =>
  exports.stream(
    boundsOf(actor),
    () => sql`
      select csv_text(customer) as "Customer", csv_text(company) as "Company in the PSA", csv_text(service) as "Service",
        csv_text(product) as "Product in the PSA", quantity as "Bought here", psa as "Billed in the PSA",
        vendor as "At the vendor", assigned as "Assigned", charged as "Charged to you",
        ${priced ? sql`expected as "To bill each month", billed as "Billed each month", difference as "Difference each month", ` : sql``}
        csv_text(why) as "Why"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (customer text, company text, service text, product text, vendor int,
        quantity int, assigned int, charged int, psa numeric, expected numeric, billed numeric, difference numeric, why text)`,
  );
