import { mostParts, reportKinds, type ReportKind } from "@tradewind/domain/psa/azure-charges.ts";
import { monthOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql, type Insertable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { PsaAzureCharges } from "../../platform/schema.gen.ts";
import { billedAs } from "../matching/matching.store.ts";

type Scope = { resellerId: string; source: string };
type OfMonth = Scope & { month: CalendarDate };

/** Lists the months in which Azure cost something, or of which something was sent, the last one first. */
export async function listMonths(db: Db, { resellerId, source }: Scope): Promise<CalendarDate[]> {
  const { rows } = await sql<{ month: CalendarDate }>`
    select distinct m.month from azure_subscriptions s
      cross join lateral (
        select min(day) as first, max(day) as last from azure_spend
        where reseller_id = s.reseller_id and subscription_id = s.id) d
      cross join lateral (
        select g::date as month from generate_series(date_trunc('month', d.first::timestamp), d.last::timestamp, interval '1 month') g) m
    where s.reseller_id = ${resellerId} and exists (
      select from azure_spend where reseller_id = s.reseller_id and subscription_id = s.id
        and day >= m.month and day < m.month + interval '1 month')
    union
    select month from psa_azure_charges where reseller_id = ${resellerId} and source = ${source}
    order by month desc`.execute(db);
  return rows.map(({ month }) => month);
}

export type PlaceRow = {
  id: string;
  name: string;
  currency: Currency;
  whole_until: CalendarDate | null;
  is_ended: boolean;
  customer_id: string;
  customer: string;
  company_ref: string | null;
  ignored: boolean;
  agreement_ref: string | null;
  agreement: string | null;
  product_ref: string | null;
};

/**
 * Lists Azure subscriptions with where the PSA charges them: the agreement of the customer's company that is running, that of
 * the usual type first, and what their service is matched with.
 */
export async function listPlaces(
  db: Db,
  { resellerId, source }: Scope,
  agreementType: string,
  today: CalendarDate,
): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select s.id, s.name, s.currency, s.whole_until, not s.is_active and s.whole_until >= s.listed_on as is_ended,
      c.id as customer_id, c.name as customer, p.ref as company_ref, coalesce(m.ignored, false) as ignored,
      a.ref as agreement_ref, a.name as agreement, o.ref as product_ref
    from azure_subscriptions s
    join customers c on c.reseller_id = s.reseller_id and c.id = s.customer_id
    left join psa_customer_matches m on m.reseller_id = s.reseller_id and m.source = ${source} and m.customer_id = s.customer_id
    left join psa_companies p on p.reseller_id = m.reseller_id and p.ref = m.company_ref and p.gone_at is null
    left join lateral (
      select ref, name from psa_agreements
      where reseller_id = s.reseller_id and company_ref = p.ref and is_active and gone_at is null
        and coalesce(starts_on <= ${today}::date, true) and coalesce(ends_on >= ${today}::date, true)
      order by lower(type) = lower(${agreementType}) desc, starts_on nulls last, ref limit 1) a on true
    left join lateral (
      select r.ref from (${billedAs({ resellerId, source })}) v
      join psa_products r on r.reseller_id = s.reseller_id and r.ref = v.product_ref and r.gone_at is null
      where not v.ignored and v.sku in (
        select sku from subscriptions
        where reseller_id = s.reseller_id and customer_id = s.customer_id and product_id = s.product_id)
      order by r.ref limit 1) o on true
    where s.reseller_id = ${resellerId} and s.currency is not null`.execute(db);
  return rows;
}

export type PartRow = {
  subscription_id: string;
  kind: ReportKind;
  charge_id: string;
  /** Null for what is beyond the parts that are named, and for what rounding leaves. */
  place: number | null;
  group: string;
  item: string;
  price: string;
  cost: string;
  /** How many parts the rest adds up. */
  parts: number;
};

const { group, resource, meter } = reportKinds;

/**
 * Adds up each subscription's month by its report, in the order in which most is spent, and the rest of it. A month of which
 * anything was tried stays divided so: what was refused for want of an answer may be in the PSA.
 */
export async function listParts(
  db: Db,
  { resellerId, source, month }: OfMonth,
  usualKind: ReportKind,
): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    with owned as (
      select s.id, coalesce((
        select c.kind from psa_azure_charges c
        join psa_writes w on w.reseller_id = c.reseller_id and w.source = c.source and w.report = 'azure' and w.key = c.key
        where c.reseller_id = s.reseller_id and c.source = ${source} and c.month = ${month}::date and c.subscription_id = s.id
        order by w.id limit 1), ${usualKind}::int) as kind
      from azure_subscriptions s where s.reseller_id = ${resellerId} and s.currency is not null
    ), cells as (
      select o.id, o.kind, part.g, part.key, min(part.item) as item, sum(a.price) as price, sum(a.cost) as cost
      from owned o
        join azure_spend a on a.reseller_id = ${resellerId} and a.subscription_id = o.id
          and a.day >= ${month}::date and a.day < ${monthOf(month).until}::date
        cross join lateral (values (
          case when o.kind in (${group}, ${resource}) then a.resource_group else '' end,
          case o.kind when ${resource} then lower(a.resource) when ${meter} then a.meter else '' end,
          case o.kind when ${resource} then a.resource when ${meter} then a.meter else '' end)) as part (g, key, item)
      group by 1, 2, 3, 4
    ), ranked as (
      select *, row_number() over (partition by id order by price desc, g, key) as place from cells
    ), placed as (
      select id, kind, place, g, key, item, price, cost, 1 as parts from ranked where place <= ${mostParts}
      union all
      select id, kind, null, '*', '*', '', coalesce(sum(price) filter (where place > ${mostParts}), 0),
        coalesce(sum(cost) filter (where place > ${mostParts}), 0), count(*) filter (where place > ${mostParts})
      from ranked group by id, kind
    )
    select id as subscription_id, kind, md5(concat_ws(chr(31), id, ${month}::text, kind, g, key))::uuid as charge_id,
      place::int as place, g as group, item, price::numeric(20, 8)::text as price, cost::numeric(20, 8)::text as cost, parts::int as parts
    from placed order by id, place`.execute(db);
  return rows;
}

export type SentRow = {
  charge_id: string;
  subscription_id: string;
  kind: ReportKind;
  part: string | null;
  resource_group: string | null;
  resource: string | null;
  meter: string | null;
  currency: Currency;
  sent: string;
  times: number;
  /** Whether some of it was removed in the PSA since it was last sent. */
  is_removed: boolean;
  /** How its last write ended, and why, and what it was for. */
  last_state: string;
  last_amount: string;
  message: string | null;
};

/** Lists what of a month was sent, or is being; what is written twice under one key is in the PSA once, by its mark. */
export async function listSent(db: Db, { resellerId, source, month }: OfMonth): Promise<SentRow[]> {
  const { rows } = await sql<SentRow>`
    select c.charge_id, c.subscription_id, c.kind, c.currency,
      min(c.part) as part, min(c.resource_group) as resource_group, min(c.resource) as resource, min(c.meter) as meter,
      coalesce(sum(w.target_quantity * w.unit_price) filter (where w.state = 'Done' and w.gone_at is null), 0)::numeric(20, 2)::text as sent,
      count(*) filter (where w.state = 'Done')::int as times,
      coalesce(max(w.gone_at) filter (where w.state = 'Done') > max(w.asked_at) filter (where w.state = 'Done'), false) as is_removed,
      (array_agg(w.state order by w.id desc))[1] as last_state,
      (array_agg(w.target_quantity * w.unit_price order by w.id desc))[1]::numeric(20, 2)::text as last_amount,
      (array_agg(w.message order by w.id desc))[1] as message
    from psa_azure_charges c
    cross join lateral (
      select w.*, h.gone_at from psa_writes w
      left join psa_charges h on h.reseller_id = w.reseller_id and h.ref = w.charge_ref
      where w.reseller_id = c.reseller_id and w.source = c.source and w.report = 'azure' and w.key = c.key
      order by w.state = 'Done' desc, w.id desc limit 1) w
    where c.reseller_id = ${resellerId} and c.source = ${source} and c.month = ${month}::date
    group by c.charge_id, c.subscription_id, c.kind, c.currency`.execute(db);
  return rows;
}

/** Says what writes are for; one that is tried again was told of before. */
export const keepCharges = (tx: Tx, rows: readonly Insertable<PsaAzureCharges>[]) =>
  tx
    .insertInto("psa_azure_charges")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const setAzureReport = (tx: Tx, resellerId: string, kind: ReportKind) =>
  tx.updateTable("psa_connections").set({ azure_report: kind }).where("reseller_id", "=", resellerId).execute();
