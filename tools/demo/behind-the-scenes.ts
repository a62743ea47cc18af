import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

/** How long the worker may take to finish its work, in milliseconds. */
const patience = 120_000;

/**
 * Turns the clock of an empty database, also back. Once there is business it never goes backwards: a trigger forbids
 * it.
 */
export async function turnClock(database: pg.Pool | pg.Client, offsetMs: number): Promise<void> {
  const { rows } = await database.query<{ begun: boolean }>("select exists (select from resellers) as begun");
  if (rows[0]!.begun) throw new Error("The clock of a database that holds resellers cannot be turned.");
  await database.query(
    `begin;
     alter table business_clock disable trigger forward_only;
     update business_clock set offset_ms = ${Math.round(offsetMs)}, worked_until = null;
     alter table business_clock enable trigger forward_only;
     commit`,
  );
}

/** Turns on reporting, since the demo has half a year of figures. */
export const openAnalytics = (database: pg.Pool) =>
  database.query("update feature_flags set enabled = true where name = 'BillingPlatformReporting'");

/** Waits until every order is finished or with the operator's people, and every day's work is done. */
export async function settle(database: pg.Pool): Promise<void> {
  const until = performance.now() + patience;
  for (;;) {
    const { rows } = await database.query<{ what: string }>(
      `select p.name || ' of ' || c.name || ': ' || o.task || coalesce(', ' || o.message, '') as what
       from orders o
       join products p on p.id = o.product_id
       join customers c on c.reseller_id = o.reseller_id and c.id = o.customer_id
       where o.status = 'Working' and not exists (
         select from work_items w where w.reseller_id = o.reseller_id and w.order_id = o.id and w.status in ('queued', 'working'))
       limit 5`,
    );
    if (rows.length === 0) return;
    if (performance.now() > until)
      throw new Error(`The worker did not come to an end: ${rows.map((row) => row.what).join("; ")}`);
    await pause(40);
  }
}

/** Marks half a year's notifications as read, except those of the last ten days. */
export async function readOldNotifications(database: pg.Pool): Promise<void> {
  await database.query(
    `update notifications set status = 'read', closed_at = coalesce(closed_at, created_at)
     from business_clock where created_at < clock_timestamp() + offset_ms * interval '1 millisecond' - interval '10 days'`,
  );
}
