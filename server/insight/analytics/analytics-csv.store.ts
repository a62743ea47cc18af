import type { Readable } from "node:stream";
import type { Report } from "@tradewind/contract/insight/analytics.ts";
import type { RawBuilder } from "kysely";
import { boundsOf, type TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import { literal, type Exports } from "../../platform/exports.ts";
import { compare, rankOf, type Stretch } from "./analytics.store.ts";

/** Inlines a query's values into its text, as exports require. */
function textOf(query: RawBuilder<unknown>, db: Db): string {
  const { sql, parameters } = query.compile(db);
  return sql.replace(/\$(\d+)/g, (_, number: string) => valueText(parameters[Number(number) - 1]));
}

/** Writes a value as SQL text, and lists as PostgreSQL arrays. */
const valueText = (value: unknown) =>
  literal(Array.isArray(value) ? `{${value.map((each) => JSON.stringify(each)).join()}}` : String(value));

const amount = (column: string) => `to_char(${column} / 100.0, 'FM9999999999990.00')`;
/** Computes the churn rate in percent, ended by active; empty if none was active. */
const rate = (ended: string, active: string) => `round(100.0 * ${ended} / nullif(${active}, 0), 2)`;

const columns = (report: Report, currency: string): string =>
  ({
    revenue: `${amount("net")} as "Revenue", ${amount("net_before")} as "Revenue before", ${literal(currency)} as "Currency"`,
    seats: `seats as "Seats", seats_before as "Seats before"`,
    churn: `active as "Active at start", ended as "Ended", ${rate("ended", "active")} as "Churn %",
            active_before as "Active at start before", ended_before as "Ended before", ${rate("ended_before", "active_before")} as "Churn % before"`,
  })[report];

/** Streams a report by customer or by product, largest first. */
export function streamCompared(
  exports: Exports,
  db: Db,
  actor: TenantActor,
  stretch: Stretch,
  { report, by }: { report: Report; by: "customer" | "product" },
): Promise<Readable> {
  return exports.stream(
    boundsOf(actor),
    `select csv_text(name) as "${by === "customer" ? "Customer" : "Product"}", ${columns(report, actor.currency)}
     from (${textOf(compare(actor, stretch, by), db)}) c order by ${rankOf[report]} desc, name, id`,
  );
}
