import type { MeterData } from "@tradewind/vendors/catalogue-data.ts";
import type { UsageLine } from "@tradewind/vendors/vendor.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** Adds lines of a tenant's usage, each once, to the subscriptions that have the vendor's numbers. */
export async function insertUsage(
  tx: Tx,
  vendor: string,
  tenantRef: string,
  lines: readonly UsageLine[],
  now: Date,
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into metered_usage (reseller_id, customer_id, product_id, subscription_id, meter, day, quantity, unit_cost, source, line, recorded_at)
    select s.reseller_id, s.customer_id, s.product_id, s.id, n.meter, n.day, n.quantity, n."unitCost", n.source, n.line, ${now}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as n ("vendorRef" text, meter text, day date, quantity numeric, "unitCost" numeric, source text, line int)
      join provider_tenants t on t.fulfiller = ${vendor} and t.tenant_ref = ${tenantRef}
      join subscriptions s on s.reseller_id = t.reseller_id and s.customer_id = t.customer_id and s.vendor_ref = n."vendorRef"
    order by n.source, n.line
    on conflict do nothing`.execute(tx);
}

/** Lists the tenants at a vendor in which something is metered, each with the vendor's numbers of it. */
export async function listMetered(db: Db, vendor: string) {
  const { rows } = await sql<{ tenant_ref: string; vendor_refs: string[] }>`
    select t.tenant_ref, array_agg(s.vendor_ref order by s.id) as vendor_refs
    from provider_tenants t
      join subscriptions s on s.reseller_id = t.reseller_id and s.customer_id = t.customer_id
      join offers f on f.id = s.offer_id
      join products p on p.id = s.product_id
    where t.fulfiller = ${vendor} and p.fulfiller = ${vendor} and f.meters <> '[]' and s.vendor_ref is not null and s.status <> 'cancelled'
    group by t.reseller_id, t.tenant_ref order by t.tenant_ref`.execute(db);
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
  }>`
    select u.subscription_id, s.name, f.meters, u.meter, first_of_month(u.day) as month, u.day, trim_scale(u.quantity) as quantity
    from subscriptions s
      join metered_usage u on u.reseller_id = s.reseller_id and u.subscription_id = s.id
      join offers f on f.id = s.offer_id
    where s.reseller_id = ${resellerId} and s.instance_id = ${instanceId} and u.day >= ${since}::date
    order by u.recorded_at, u.id`.execute(db);
  return rows;
}
