import type { SpendKind } from "@tradewind/domain/ordering/azure-spend.ts";
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

type Owner = { resellerId: string; customerId: string };
/** A subscription and the days of it that are asked for. */
export type Asked = { resellerId: string; id: string; from: CalendarDate; until: CalendarDate };

export async function listAzureSubscriptions(db: Db, { resellerId, customerId }: Owner) {
  const { rows } = await sql<{ id: string; name: string; is_active: boolean }>`
    select id, name, is_active from azure_subscriptions
    where reseller_id = ${resellerId} and customer_id = ${customerId}
    order by is_active desc, name, id`.execute(db);
  return rows;
}

export async function findAzureSubscription(db: Db, { resellerId, customerId }: Owner, id: string) {
  const { rows } = await sql<{
    id: string;
    currency: Currency | null;
    whole_until: CalendarDate | null;
    billed_until: CalendarDate | null;
    charged_from: CalendarDate | null;
  }>`
    select id, currency, whole_until, billed_until, charged_from from azure_subscriptions
    where reseller_id = ${resellerId} and customer_id = ${customerId} and id = ${id}`.execute(db);
  return rows[0];
}

export async function listResourceGroups(db: Db, { resellerId, id, from, until }: Asked): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct resource_group as name from azure_spend
    where reseller_id = ${resellerId} and subscription_id = ${id} and day between ${from}::date and ${until}::date
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Adds up each day; those on which nothing was spent are left out. */
export async function addUpDays(db: Db, { resellerId, id, from, until }: Asked) {
  const { rows } = await sql<{ day: CalendarDate; price: string; cost: string }>`
    select day, trim_scale(sum(price))::text as price, trim_scale(sum(cost))::text as cost from azure_spend
    where reseller_id = ${resellerId} and subscription_id = ${id} and day between ${from}::date and ${until}::date
    group by day order by day`.execute(db);
  return rows;
}

/**
 * A part's group, by what it is told from others, and how it is written: a resource now this way and now that. They are
 * compared byte by byte, which takes a fraction of the time.
 */
const parts = {
  group: sql`resource_group collate "C", '', ''`,
  meter: sql`'', meter collate "C", meter collate "C"`,
  resource: sql`resource_group collate "C", lower(resource collate "C"), resource collate "C"`,
};
/** Parts that are told by name, and how the others are called. */
const mostParts = 99;

/** Adds up each day by a part of it, in the order in which most is spent: `place` is beyond the last for all others. */
export async function addUpParts(
  db: Db,
  { resellerId, id, from, until }: Asked,
  by: Exclude<SpendKind, "total">,
  group?: string,
) {
  const { rows } = await sql<{ day: CalendarDate; place: number; group: string; name: string; price: string }>`
    with cells as materialized (
      select day, part.g, part.key, min(part.name) as name, sum(price) as price from azure_spend
        cross join lateral (values (${parts[by]})) as part (g, key, name)
      where reseller_id = ${resellerId} and subscription_id = ${id} and day between ${from}::date and ${until}::date
        and ${group === undefined ? sql`true` : sql`resource_group = ${group}`}
      group by 1, 2, 3
    ), ranked as (
      select g, key, min(name) as name, least(row_number() over (order by sum(price) desc, g, key), ${mostParts + 1}) as place
      from cells group by g, key
    )
    select day, place::int as place, any_value(r.g) as group, any_value(r.name) as name, trim_scale(sum(price))::text as price
    from cells join ranked r using (g, key) group by day, place order by place, day`.execute(db);
  return rows.map((row) => ({ ...row, isRest: row.place > mostParts }));
}

type BillRow = {
  month: CalendarDate;
  price: string;
  sold: bigint | null;
  cost: bigint | null;
  /** Whether its days cost something else than what is charged, by half a penny at least. */
  is_corrected: boolean;
  is_invoiced: boolean;
  documents: { Id: string; Kind: "invoice" | "creditMemo"; Number: string }[];
};

/** Lists the months since one: what their days come to until one, what of them is charged, and on which documents. */
export async function listBills(db: Db, { resellerId, id, from, until }: Asked): Promise<BillRow[]> {
  const { rows } = await sql<BillRow>`
    with spent as (
      select first_of_month(day) as month, sum(price) as price, sum(cost) as cost from azure_spend
      where reseller_id = ${resellerId} and subscription_id = ${id} and day between ${from}::date and ${until}::date group by 1
    ), charged as (
      select c.month, sum(k.sale_minor)::bigint as sold, sum(k.amount_minor)::bigint as cost, sum(c.cost) as exact, bool_and(i.id is not null) as is_invoiced,
        jsonb_agg(distinct jsonb_build_object('Id', i.id, 'Kind', i.kind, 'Number', i.number)) filter (where i.id is not null) as documents
      from azure_charges c
        join charges k on k.reseller_id = c.reseller_id and k.id = c.charge_id
        left join invoice_lines l on l.reseller_id = c.reseller_id and l.charge_id = c.charge_id
        left join invoices i on i.reseller_id = l.reseller_id and i.id = l.invoice_id
      where c.reseller_id = ${resellerId} and c.subscription_id = ${id} and c.month >= ${from}::date group by 1
    )
    select month, trim_scale(coalesce(price, 0))::text as price, sold, charged.cost,
      coalesce(abs(coalesce(spent.cost, 0) - exact) >= 0.005, false) as is_corrected, coalesce(is_invoiced, false) as is_invoiced,
      coalesce(documents, '[]') as documents
    from spent full join charged using (month) order by month desc`.execute(db);
  return rows;
}
