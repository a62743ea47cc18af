import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import { azureRoute, weeksAlike } from "@tradewind/domain/ordering/azure-spend.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { SpendLine, SpendSubscription } from "@tradewind/vendors/spend.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** A tenant whose spend is read, and the offer by whose price rules it is sold. */
export type SpendTenant = {
  reseller_id: string;
  customer_id: string;
  tenant_ref: string;
  product_id: string;
  offer_id: string;
};

type Subscription = { resellerId: string; id: string };

/** Days for which a service that has ended is still read: its last ones are told late, and corrected until they are billed. */
const readAfterEnd = 40;

/**
 * Lists the tenants at a vendor that were not asked yet on a day and whose customers have Azure, or had it until lately: in
 * another order each time, so that a few that are in trouble do not always come first. Those of one reseller are listed
 * whether they were asked or not.
 */
export async function listTenantsToRead(
  db: Db,
  vendor: string,
  today: CalendarDate,
  resellerId?: string,
): Promise<SpendTenant[]> {
  const { rows } = await sql<SpendTenant>`
    select * from (
      select distinct on (t.reseller_id, t.customer_id) t.reseller_id, t.customer_id, t.tenant_ref, i.product_id, s.offer_id
      from provider_tenants t
        join service_instances i on i.reseller_id = t.reseller_id and i.customer_id = t.customer_id and i.status <> 'Upgraded'
          and (i.status <> 'Deleted' or i.since >= ${today}::date - ${readAfterEnd}::int)
        join products p on p.id = i.product_id and coalesce(p.route_name, p.id) = ${azureRoute}
        join subscriptions s on s.reseller_id = i.reseller_id and s.instance_id = i.id
      where t.fulfiller = ${vendor} and ${
        resellerId === undefined
          ? sql`(t.spend_read_on is null or t.spend_read_on < ${today}::date)`
          : sql`t.reseller_id = ${resellerId}`
      }
      order by t.reseller_id, t.customer_id, i.status = 'Deleted', i.created_at, s.id) tenants
    order by random()`.execute(db);
  return rows;
}

/**
 * Keeps which subscriptions a tenant has today, and returns those whose days are to be read: one that is no longer there
 * until all days before it went are told in full, or where days before are read again.
 */
export async function keepSubscriptions(
  tx: Tx,
  vendor: string,
  { reseller_id, customer_id, product_id }: SpendTenant,
  listed: readonly SpendSubscription[],
  { today, isAgain }: { today: CalendarDate; isAgain: boolean },
) {
  await sql`
    insert into azure_subscriptions as a (reseller_id, customer_id, product_id, fulfiller, vendor_ref, name, is_active, listed_on)
    select distinct on (n.ref) ${reseller_id}::uuid, ${customer_id}::uuid, ${product_id}, ${vendor}, n.ref, n.name, n."isActive", ${today}::date
    from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as n (ref text, name text, "isActive" boolean)
    on conflict (reseller_id, customer_id, fulfiller, vendor_ref)
      do update set name = excluded.name, is_active = excluded.is_active, listed_on = excluded.listed_on`.execute(tx);
  await sql`
    update azure_subscriptions set is_active = false
    where reseller_id = ${reseller_id} and customer_id = ${customer_id} and fulfiller = ${vendor} and is_active and listed_on < ${today}::date`.execute(
    tx,
  );
  const { rows } = await sql<{ id: string; vendor_ref: string; whole_until: CalendarDate | null }>`
    select id, vendor_ref, whole_until from azure_subscriptions
    where reseller_id = ${reseller_id} and customer_id = ${customer_id} and fulfiller = ${vendor}
      and (${isAgain} or whole_until is null or whole_until < listed_on)
    order by id`.execute(tx);
  return rows;
}

/** Days are told in another currency than the others of their subscription: no sum could hold both. */
export class CurrencyDiffers extends Error {}

/**
 * Puts what is told of some days in the place of what was told of them before. A day of which nothing is told now keeps what
 * it has, and lines of one cell are added up: Azure writes the name of a group or resource now this way and now that, of which
 * one is kept. Returns the last day that was known in full until now.
 */
export async function replaceDays(
  tx: Tx,
  { resellerId, id }: Subscription,
  lines: readonly (SpendLine & { price: string })[],
  wholeUntil: CalendarDate | null,
): Promise<CalendarDate | null> {
  const { rows } = await sql<{ whole_until: CalendarDate | null; currency: Currency | null }>`
    select whole_until, currency from azure_subscriptions where reseller_id = ${resellerId} and id = ${id} for no key update`.execute(
    tx,
  );
  const { whole_until: before, currency } = rows[0]!;
  const currencies = new Set([...(currency ? [currency] : []), ...lines.map((line) => line.currency)]);
  if (currencies.size > 1)
    throw new CurrencyDiffers(
      `A subscription's days are told in ${[...currencies].join(" and ")}: none of these are kept`,
    );
  await sql`
    update azure_subscriptions set whole_until = greatest(whole_until, ${wholeUntil}::date), currency = coalesce(${lines[0]?.currency ?? null}, currency)
    where reseller_id = ${resellerId} and id = ${id}`.execute(tx);
  if (lines.length === 0) return before;
  await sql`
    delete from azure_spend where reseller_id = ${resellerId} and subscription_id = ${id}
      and day = any (${[...new Set(lines.map(({ day }) => day))]}::date[])`.execute(tx);
  await sql`
    insert into azure_spend (reseller_id, subscription_id, day, resource_group, resource, meter, cost, price)
    select ${resellerId}::uuid, ${id}::uuid, n.day, lower(n."group"), min(n.resource), n.meter, sum(n.cost), sum(n.price)
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as n (day date, "group" text, resource text, meter text, cost numeric, price numeric)
    group by n.day, lower(n."group"), lower(n.resource), n.meter`.execute(tx);
  return before;
}

export async function markRead(tx: Tx, vendor: string, tenantRef: string, today: CalendarDate): Promise<void> {
  await sql`
    update provider_tenants set spend_read_on = ${today}::date where fulfiller = ${vendor} and tenant_ref = ${tenantRef}`.execute(
    tx,
  );
}

/** Lists the days after one, each with those of the same day of the week before. */
export async function listLikeDays(tx: Tx, { resellerId, id }: Subscription, after: CalendarDate) {
  const { rows } = await sql<{ day: CalendarDate; price: string; alike: string[] }>`
    with days as (
      select day, sum(price) as price from azure_spend
      where reseller_id = ${resellerId} and subscription_id = ${id} and day > ${after}::date - ${7 * weeksAlike}::int
      group by day)
    select d.day, trim_scale(d.price)::text as price, array(
      select trim_scale(a.price)::text from days a
      where (d.day - a.day) % 7 = 0 and d.day - a.day between 7 and ${7 * weeksAlike}::int) as alike
    from days d where d.day > ${after}::date order by d.day`.execute(tx);
  return rows;
}

/** Keeps that somebody is told of a day; false if somebody was before. */
export async function markTold(tx: Tx, { resellerId, id }: Subscription, day: CalendarDate): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into azure_days_told (reseller_id, subscription_id, day) values (${resellerId}, ${id}, ${day}::date) on conflict do nothing`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** Finds what cost most more on a day than on those of the same day of the week before, and whose it is. */
export async function findCause(tx: Tx, { resellerId, id }: Subscription, day: CalendarDate) {
  const { rows } = await sql<{ group: string; name: string; customer: string; subscription: string }>`
    with parts as (
      select resource_group, min(resource) as resource, sum(price) filter (where day = ${day}::date) as now,
        coalesce(sum(price) filter (where day < ${day}::date), 0) / ${weeksAlike}::int as usual
      from azure_spend
      where reseller_id = ${resellerId} and subscription_id = ${id}
        and day = any (select ${day}::date - 7 * n from generate_series(0, ${weeksAlike}::int) n)
      group by resource_group, lower(resource))
    select p.resource_group as group, p.resource as name, c.name as customer, s.name as subscription
    from parts p
      join azure_subscriptions s on s.reseller_id = ${resellerId} and s.id = ${id}
      join customers c on c.reseller_id = s.reseller_id and c.id = s.customer_id
    where p.now is not null order by p.now - p.usual desc limit 1`.execute(tx);
  return rows[0]!;
}
