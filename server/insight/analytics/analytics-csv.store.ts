import type { Report } from "@tradewind/contract/insight/analytics.ts";
import { sql } from "kysely";
import { boundsOf, type TenantActor } from "../../platform/actor.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import { compare, rankOf, type Stretch } from "./analytics.store.ts";

const amount = (column: string) => sql`to_char(${sql.ref(column)} / 100.0, 'FM9999999999990.00')`;
/** Computes the churn rate in percent, ended by active; empty if none was active. */
const rate = (ended: string, active: string) =>
  sql`round(100.0 * ${sql.ref(ended)} / nullif(${sql.ref(active)}, 0), 2)`;

const amounts = (column: "cost" | "sales" | "margin", name: string, currency: string) =>
  sql`${amount(column)} as ${sql.ref(name)}, ${amount(`${column}_before`)} as ${sql.ref(`${name} before`)}, ${currency} as "Currency"`;

const columns = (report: Report, currency: string) =>
  ({
    cost: amounts("cost", "Cost", currency),
    sales: amounts("sales", "Sales", currency),
    margin: amounts("margin", "Margin", currency),
    seats: sql`seats as "Seats", seats_before as "Seats before"`,
    churn: sql`active as "Active at start", ended as "Ended", ${rate("ended", "active")} as "Churn %",
            active_before as "Active at start before", ended_before as "Ended before", ${rate("ended_before", "active_before")} as "Churn % before"`,
  })[report];

/** Streams a report by customer or by product, largest first. */
export function streamCompared(
  exports: Exports,
  actor: TenantActor,
  stretch: Stretch,
  { report, by }: { report: Report; by: "customer" | "product" },
): Promise<Download> {
  return exports.stream(
    boundsOf(actor),
    () => sql`
      select csv_text(name) as ${sql.ref(by === "customer" ? "Customer" : "Product")}, ${columns(report, actor.currency)}
      from (${compare(actor, stretch, by)}) c order by ${sql.ref(rankOf[report])} desc, name, id`,
  );
}
