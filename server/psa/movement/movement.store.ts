import type { CalendarDate, Period } from "@tradewind/domain/values/dates.ts";
import { sql } from "kysely";
import { boundsOf, seesPrices, type TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import { compareSets } from "../../platform/sql.ts";
import { billedAs } from "../matching/matching.store.ts";

type Scope = { resellerId: string; source: string };
export type MovementRow = {
  customer_id: string;
  customer_name: string;
  sku: string;
  product_name: string;
  previous: number;
  new: number;
  now: number;
  /** What one costs the customer a month, before and at the end; null where there was none or no price was fixed. */
  previous_price: string | null;
  new_price: string | null;
  /** What it costs by now, which later periods may have changed. */
  price_now: string | null;
  on_day: CalendarDate;
  customer_match: "matched" | "notMatched" | "ignored";
  product_match: "matched" | "notMatched" | "ignored";
  lines: number;
  line_ref: string | null;
  line_name: string | null;
  line_quantity: string | null;
  unit_price: string | null;
  agreement_ref: string | null;
  agreement_name: string | null;
  product_ref: string | null;
};

/** What changes how many a subscription has. */
const steps = sql`('started', 'renewed', 'seatsAdded', 'seatsRemoved', 'cancelled', 'upgraded')`;
/** What says for how much, and what one comes to in a month by it; not of what is billed in another currency, or by use. */
const pricings = sql`('started', 'renewed', 'priceFixed', 'converted')`;
const priceOf = sql`(h.data ->> 'customerPrice')::numeric
  / case coalesce(h.data ->> 'billing', s.billing) when 'annual' then 12 when 'triennial' then 36 else 1 end`;
const isPriced = (resellerId: string) => sql`
  s.currency = (select currency from resellers where id = ${resellerId}) and s.offer_id not in (select id from offers where meters <> '[]')`;
/** What was undone by the same order later never was. */
const counts = sql`not exists (
  select from subscription_history u
  where u.reseller_id = h.reseller_id and u.subscription_id = h.subscription_id and u.kind = 'undone'
    and u.order_id = h.order_id and (u.recorded_at, u.id) > (h.recorded_at, h.id))`;
const endOf = (day: CalendarDate) => sql`((${day}::date + 1)::timestamp at time zone 'UTC')`;
const startOf = (day: CalendarDate) => sql`(${day}::date::timestamp at time zone 'UTC')`;

/** What is billed every period: a charge of the PSA is none, and neither is a line that has ended. */
const currentLines = (resellerId: string, today: CalendarDate) => sql`
  select l.ref, l.agreement_ref, l.product_ref, l.name, l.quantity, l.unit_price, a.name as agreement_name, a.company_ref
  from psa_lines l
  join psa_agreements a on a.reseller_id = l.reseller_id and a.ref = l.agreement_ref
  where l.reseller_id = ${resellerId} and l.gone_at is null and a.gone_at is null and a.is_active
    and (l.until_on is null or l.until_on > ${today}::date)`;

/**
 * What each subscription counted before a period and at its end (`held`), for how much (`priced`), and as what that is billed
 * (`mapped`): parts of a statement.
 */
export const histories = ({ resellerId, source }: Scope, { from, until }: Period, today: CalendarDate) => sql`
  mapped as materialized (${billedAs({ resellerId, source })}),
  folded as (
    select h.subscription_id, s.customer_id, coalesce(b.head, s.sku) as sku,
      min(s.name) over (partition by s.customer_id, s.sku) as name, h.effective_at, h.recorded_at, h.id,
      case h.kind when 'seatsRemoved' then -h.quantity else coalesce(h.quantity, 0) end as change,
      count(*) filter (where h.kind in ('started', 'renewed', 'cancelled', 'upgraded')) over entry as part
    from subscriptions s
    join subscription_history h on h.reseller_id = s.reseller_id and h.subscription_id = s.id
    left join mapped b on b.sku = s.sku
    where s.reseller_id = ${resellerId} and s.billing <> 'once' and h.kind in ${steps}
      and h.effective_at < ${endOf(today)} and ${counts}
    window entry as (partition by h.subscription_id order by h.effective_at, h.recorded_at, h.id)
  ),
  standing as (
    select *, sum(change) over (partition by subscription_id, part order by effective_at, recorded_at, id) as held from folded
  ),
  stepped as (
    select *, held - lag(held, 1, 0) over (partition by subscription_id order by effective_at, recorded_at, id) as step from standing
  ),
  held as (
    select subscription_id, customer_id, sku, name,
      coalesce(sum(step) filter (where effective_at < ${startOf(from)}), 0)::int as previous,
      coalesce(sum(step) filter (where effective_at < ${startOf(until)}), 0)::int as new,
      coalesce(sum(step), 0)::int as now,
      max((effective_at at time zone 'UTC')::date) filter (
        where step <> 0 and effective_at >= ${startOf(from)} and effective_at < ${startOf(until)}) as on_day
    from stepped group by subscription_id, customer_id, sku, name
  ),
  priced as (
    select subscription_id, (array_agg(price order by at desc) filter (where effective_at < ${startOf(from)}))[1] as before,
      (array_agg(price order by at desc) filter (where effective_at < ${startOf(until)}))[1] as after,
      (array_agg(price order by at desc))[1] as latest,
      max((effective_at at time zone 'UTC')::date) filter (where effective_at < ${startOf(until)}) as on_day
    from (
      select h.subscription_id, h.effective_at, (h.effective_at, h.recorded_at, h.id) as at, ${priceOf} as price
      from subscriptions s
      join subscription_history h on h.reseller_id = s.reseller_id and h.subscription_id = s.id
      where s.reseller_id = ${resellerId} and s.billing <> 'once' and h.kind in ${pricings}
        and h.effective_at < ${endOf(today)} and ${isPriced(resellerId)} and ${counts}) h
    group by subscription_id
  )`;

/**
 * How many of each product customers had before a period and at its end, and for how much, for what changed in it; a customer's subscriptions
 * of what is one product in the PSA count together, as they are one line there.
 */
const moved = ({ resellerId, source }: Scope, { from, until }: Period, today: CalendarDate) => sql<MovementRow>`
  with ${histories({ resellerId, source }, { from, until }, today)},
  moves as (
    select customer_id, sku, string_agg(distinct name, ', ') as product_name,
      sum(previous)::int as previous, sum(new)::int as new, sum(now)::int as now,
      case when bool_and(before is not null or previous = 0) then round(sum(previous * before) / nullif(sum(previous), 0), 4) end as previous_price,
      case when bool_and(after is not null or new = 0) then round(sum(new * after) / nullif(sum(new), 0), 4) end as new_price,
      case when bool_and(latest is not null or now = 0) then round(sum(now * latest) / nullif(sum(now), 0), 4) end as price_now,
      coalesce(max(h.on_day), max(p.on_day)) as on_day
    from held h left join priced p using (subscription_id) group by customer_id, sku
  ),
  lines as (
    select company_ref, product_ref, count(*)::int as lines, min(ref) as ref, min(name) as name, min(quantity)::text as quantity,
      min(unit_price)::text as unit_price, min(agreement_ref) as agreement_ref, min(agreement_name) as agreement_name
    from (${currentLines(resellerId, today)}) l group by company_ref, product_ref)
  select m.customer_id, c.name as customer_name, m.sku, m.product_name, m.previous, m.new, m.now, m.on_day::text,
    trim_scale(m.previous_price)::text as previous_price, trim_scale(m.new_price)::text as new_price, trim_scale(m.price_now)::text as price_now,
    case when cm.ignored then 'ignored' when cm.company_ref is null then 'notMatched' else 'matched' end as customer_match,
    case when pm.ignored then 'ignored' when pm.product_ref is null then 'notMatched' else 'matched' end as product_match,
    coalesce(l.lines, 0) as lines, l.ref as line_ref, l.name as line_name, l.quantity as line_quantity, l.unit_price,
    l.agreement_ref, l.agreement_name, pm.product_ref
  from moves m
  join customers c on c.reseller_id = ${resellerId} and c.id = m.customer_id
  left join psa_customer_matches cm on cm.reseller_id = c.reseller_id and cm.source = ${source} and cm.customer_id = c.id
  left join (select head, product_ref, bool_and(ignored) as ignored from mapped group by head, product_ref) pm on pm.head = m.sku
  left join lines l on l.company_ref = cm.company_ref and l.product_ref = pm.product_ref
  where m.previous <> m.new or m.previous_price <> m.new_price
  order by lower(c.name), lower(m.product_name), m.customer_id, m.sku`;

export async function listMovements(db: Db, scope: Scope, period: Period, today: CalendarDate) {
  await compareSets(db);
  return (await moved(scope, period, today).execute(db)).rows;
}

/** Lists the months, by their first days, in which anything changed up to a day. */
export const listMovedMonths = async (db: Db, resellerId: string, today: CalendarDate): Promise<CalendarDate[]> => {
  const { rows } = await sql<{ month: CalendarDate }>`
    with every as (
      select h.effective_at, h.kind in ${steps} and h.kind <> 'renewed' as is_step, h.kind in ${pricings} as is_price, ${priceOf} as price,
        lag(${priceOf}) over (partition by h.subscription_id, h.kind in ${pricings} order by h.effective_at, h.recorded_at, h.id) as before
      from subscription_history h
      join subscriptions s on s.reseller_id = h.reseller_id and s.id = h.subscription_id
      where h.reseller_id = ${resellerId} and s.billing <> 'once' and (h.kind in ${steps} or h.kind in ${pricings})
        and h.effective_at < ${endOf(today)})
    select distinct date_trunc('month', effective_at at time zone 'UTC')::date::text as month
    from every where is_step or is_price and price <> before
    order by month desc`.execute(db);
  return rows.map(({ month }) => month);
};

/** What each of these agreements comes to by the lines that are billed every period. */
export const listAgreementTotals = async (db: Db, resellerId: string, refs: readonly string[], today: CalendarDate) =>
  (
    await sql<{ id: string; name: string; total: string }>`
      select agreement_ref as id, min(agreement_name) as name, sum(quantity * unit_price)::numeric(20, 4)::text as total
      from (${currentLines(resellerId, today)}) l
      where agreement_ref = any(${refs}::text[]) group by agreement_ref order by lower(min(agreement_name)), agreement_ref`.execute(
      db,
    )
  ).rows;

export const streamMovements = (
  exports: Exports,
  actor: TenantActor,
  scope: Scope,
  period: Period,
  today: CalendarDate,
): Promise<Download> =>
  exports.stream(
    boundsOf(actor),
    () => sql`
      select csv_text(customer_name) as "Customer", csv_text(product_name) as "Product", previous as "Previous quantity",
        new as "New quantity", new - previous as "Change",
        case when ${seesPrices(actor)}::boolean then previous_price::numeric end as "Previous price",
        case when ${seesPrices(actor)}::boolean then new_price::numeric end as "New price", on_day as "Date", csv_text(agreement_name) as "Agreement in the PSA",
        case when lines = 1 then trim_scale(line_quantity::numeric) end as "Quantity in the PSA",
        case when lines = 1 and ${seesPrices(actor)}::boolean then trim_scale(unit_price::numeric) end as "Unit price in the PSA"
      from (${moved(scope, period, today)}) moved`,
  );
