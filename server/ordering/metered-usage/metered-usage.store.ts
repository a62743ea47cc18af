import type { MeterData } from "@tradewind/vendors/catalogue-data.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { UsageLine } from "@tradewind/vendors/vendor.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** What a vendor tells that a tenant used. */
export type TenantUsage = { tenantRef: string; lines: readonly UsageLine[] };

/** Adds lines of tenants' usage, each once, to the subscriptions that have the vendor's numbers. */
export async function insertUsage(tx: Tx, vendor: string, used: readonly TenantUsage[], now: Date): Promise<void> {
  const lines = used.flatMap(({ tenantRef, lines: own }) => own.map((line) => ({ ...line, tenantRef })));
  if (lines.length === 0) return;
  await sql`
    insert into metered_usage (reseller_id, customer_id, product_id, subscription_id, meter, day, quantity, unit_cost, source, line, recorded_at)
    select s.reseller_id, s.customer_id, s.product_id, s.id, n.meter, n.day, n.quantity, n."unitCost", n.source, n.line, ${now}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as n ("tenantRef" text, "vendorRef" text, meter text, day date, quantity numeric, "unitCost" numeric, source text, line int)
      join provider_tenants t on t.fulfiller = ${vendor} and t.tenant_ref = n."tenantRef"
      join subscriptions s on s.reseller_id = t.reseller_id and s.customer_id = t.customer_id and s.vendor_ref = n."vendorRef"
    order by s.id, n.source, n.line
    on conflict do nothing`.execute(tx);
}

/**
 * Lists the tenants at a vendor in which something is metered and not read yet for a day, each with the vendor's numbers of
 * it: in another order each time, so that a few that are in trouble do not always come first.
 */
export async function listMetered(db: Db, vendor: string, day: string) {
  const { rows } = await sql<{ tenant_ref: string; vendor_refs: string[] }>`
    select t.tenant_ref, array_agg(s.vendor_ref order by s.id) as vendor_refs
    from provider_tenants t
      join subscriptions s on s.reseller_id = t.reseller_id and s.customer_id = t.customer_id
      join offers f on f.id = s.offer_id
      join products p on p.id = s.product_id
    where t.fulfiller = ${vendor} and p.fulfiller = ${vendor} and f.meters <> '[]' and s.vendor_ref is not null and s.status <> 'cancelled'
      and not exists (select from metered_usage u where u.reseller_id = s.reseller_id and u.subscription_id = s.id and u.day = ${day}::date)
    group by t.reseller_id, t.tenant_ref order by random()`.execute(db);
  return rows;
}

/** Lists what a service used since a day, in the order in which it was recorded. */
export async function listUsageOfInstance(db: Db, resellerId: string, instanceId: string, since: string) {
  const { rows } = await sql<{
    subscription_id: string;
    name: string;
    meters: MeterData[];
    meter: string;
    month: string;
    day: string;
    quantity: string;
    licences: number;
    unit_cost: string;
    currency: Currency;
  }>`
    select u.subscription_id, s.name, f.meters, u.meter, first_of_month(u.day) as month, u.day, trim_scale(u.quantity) as quantity,
      s.quantity as licences, trim_scale(s.unit_cost)::text as unit_cost, s.currency
    from subscriptions s
      join metered_usage u on u.reseller_id = s.reseller_id and u.subscription_id = s.id
      join offers f on f.id = s.offer_id
    where s.reseller_id = ${resellerId} and s.instance_id = ${instanceId} and u.day >= ${since}::date
    order by u.recorded_at, u.id`.execute(db);
  return rows;
}

/** A month as its vendor's last report tells it, with the documents on which it stands. */
export type ReportedMonth = {
  subscription_id: string;
  name: string;
  meters: MeterData[];
  meter: string;
  month: string;
  used: string;
  included: string;
  unit_cost: string;
  amount: bigint;
  currency: Currency;
  reported_at: Date;
  revision: number;
  documents: { Id: string; Kind: "invoice" | "creditMemo"; Number: string }[];
};

/** Lists what a service is charged for its use since a month, as the last report of each tells it. */
export async function listReportedMonths(db: Db, resellerId: string, instanceId: string, since: string) {
  const { rows } = await sql<ReportedMonth>`
    select u.subscription_id, s.name, f.meters, u.meter, u.month::text as month, trim_scale(u.used)::text as used,
      trim_scale(u.included)::text as included, trim_scale(u.unit_cost)::text as unit_cost, u.amount_minor as amount, u.currency, u.reported_at, u.revision,
      coalesce((select jsonb_agg(jsonb_build_object('Id', d.id, 'Kind', d.kind, 'Number', d.number) order by d.number) from (
        select distinct i.id, i.kind, i.number from usage_months c
        join invoice_lines l on l.reseller_id = c.reseller_id and l.charge_id = c.charge_id
        join invoices i on i.reseller_id = l.reseller_id and i.id = l.invoice_id
        where c.reseller_id = u.reseller_id and c.subscription_id = u.subscription_id and c.meter = u.meter and c.month = u.month) d), '[]') as documents
    from subscriptions s
      join offers f on f.id = s.offer_id
      cross join lateral (
        select distinct on (meter, month) * from usage_months
        where reseller_id = s.reseller_id and subscription_id = s.id and month >= ${since}::date
        order by meter, month, revision desc) u
    where s.reseller_id = ${resellerId} and s.instance_id = ${instanceId}`.execute(db);
  return rows;
}
