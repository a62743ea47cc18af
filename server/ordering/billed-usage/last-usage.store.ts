import type { LastUsage } from "@tradewind/vendors/vendor.ts";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { Report } from "./billed-usage.store.ts";

type Ended = { key: string; vendorRef: string; lastUsage?: readonly LastUsage[] };

/**
 * Keeps what vendors told of the use of subscriptions as they ended. What stood under one number twice in a month, one after
 * the other, is the later one's: its vendor counts once.
 */
export async function keepLastUsage(
  tx: Tx,
  { resellerId, vendor }: { resellerId: string; vendor: string },
  ended: readonly Ended[],
  now: Date,
): Promise<void> {
  const rows = ended.flatMap(({ key, vendorRef, lastUsage = [] }) =>
    lastUsage.map((used) => ({ ...used, subscription_id: key, vendor_ref: vendorRef })),
  );
  if (rows.length === 0) return;
  const told = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as n (subscription_id uuid, month date, meter text, vendor_ref text, quantity numeric)`;
  await sql`
    delete from last_usage l using ${told} where l.reseller_id = ${resellerId} and l.vendor = ${vendor}
      and (l.month, l.vendor_ref, l.meter) = (n.month, n.vendor_ref, n.meter)`.execute(tx);
  await sql`
    insert into last_usage (reseller_id, subscription_id, month, meter, vendor, vendor_ref, quantity, told_at)
    select ${resellerId}, n.subscription_id, n.month, n.meter, ${vendor}, n.vendor_ref, n.quantity, ${now} from ${told}`.execute(
    tx,
  );
}

/** Adds to a report what vendors told of ended subscriptions and it does not tell any more. */
export const addLastUsage = (tx: Tx, { id, vendor, month }: Report) =>
  sql`
    insert into vendor_usage_lines (report_id, position, vendor_ref, meter, quantity)
    select ${id}, (select coalesce(max(position), 0) from vendor_usage_lines where report_id = ${id}) + row_number() over (order by l.vendor_ref, l.meter),
      l.vendor_ref, l.meter, l.quantity
    from last_usage l
    where l.vendor = ${vendor} and l.month = ${month} and not exists (
      select from vendor_usage_lines n where n.report_id = ${id} and n.vendor_ref = l.vendor_ref and n.meter = l.meter)`.execute(
    tx,
  );
