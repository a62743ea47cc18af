import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { intents } from "@tradewind/contract/ordering/intents.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { sql, type SqlBool } from "kysely";
import { searchedCustomers } from "../../customers/customers/customers.store.ts";
import { boundsOf, seesPrices, type TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import { nameMatches, planWithValues, wordsMatch } from "../../platform/sql.ts";
import { nextSum } from "../subscriptions/next-sums.store.ts";

export const pageSize = 50;
export type ScheduledFilter = InputOf<typeof intents.csv>["query"] & { today: string };
type After = { on: string; id: string } | undefined;

/** Selects what is still to come of subscriptions that run, as far as a filter finds it. */
function scheduled(db: Db, { State, Kind, Within, today }: ScheduledFilter) {
  return (
    db
      .selectFrom("intents as i")
      .innerJoin("subscriptions as s", (join) =>
        join.onRef("s.reseller_id", "=", "i.reseller_id").onRef("s.id", "=", "i.subscription_id"),
      )
      .innerJoin("customers as c", (join) =>
        join.onRef("c.reseller_id", "=", "i.reseller_id").onRef("c.id", "=", "i.customer_id"),
      )
      .innerJoin("offers as o", "o.id", "s.offer_id")
      .innerJoin("products as p", "p.id", "i.product_id")
      .innerJoin("vendors as v", "v.id", "p.fulfiller")
      .where("i.closed_at", "is", null)
      .where("s.status", "<>", "cancelled")
      // Inlined rather than passed: a kept plan must know whether it selects many rows or few.
      .$if(State !== undefined, (query) => query.where("i.state", "=", sql.lit(State!)))
      .$if(Kind === "billing", (query) => query.where("i.kind", "=", sql.lit("billing" as const)))
      .$if(Kind !== undefined && Kind !== "billing", (query) =>
        query
          .where("i.kind", "=", sql.lit("termEnd" as const))
          .where(sql<SqlBool>`i.wish ->> 'outcome' = ${sql.lit(Kind)}`),
      )
      .$if(Within !== undefined, (query) => query.where("i.counts_from", "<=", addDays(today, Number(Within))))
  );
}

const columns = [
  "i.id",
  "i.reseller_id",
  "i.customer_id",
  "c.name as customer_name",
  "s.id as subscription_id",
  "s.instance_id",
  "s.name",
  "o.unit",
  "s.status",
  "s.policy_ids",
  "p.name as product_name",
  "v.name as vendor_name",
  "i.wish",
  "i.counts_from",
  "i.set_by",
  "i.set_at",
  "i.state",
  "i.since",
] as const;

const beyond = (after: After) =>
  after === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(i.counts_from, i.id) > (${after.on}::date, ${after.id}::uuid)`;

const ofReseller = (db: Db, scope: Scope, filter: ScheduledFilter) =>
  scheduled(db, filter)
    .where("i.reseller_id", "=", scope.resellerId)
    .where(ofOwnCustomer(scope, "i.customer_id"))
    .where(ofOwnProduct(scope, "i.product_id"))
    .$if(filter.Search !== "", (query) =>
      query.where(
        "i.customer_id",
        "in",
        searchedCustomers(db, scope).where(wordsMatch("words", filter.Search)).select("id"),
      ),
    );

/** Lists a page after `after`, by day and key, plus one more row. */
export function listScheduled(db: Db, scope: Scope, filter: ScheduledFilter, after: After) {
  const page = ofReseller(db, scope, filter)
    .select(columns)
    .where(beyond(after))
    .orderBy("i.counts_from")
    .orderBy("i.id")
    .limit(pageSize + 1);
  return planWithValues(db, filter.Search !== "", () => page.execute());
}

/** Lists a page of all resellers, of those whose name is searched for. */
export const listEveryScheduled = (db: Db, filter: ScheduledFilter, after: After) =>
  scheduled(db, filter)
    .innerJoin("resellers as r", "r.id", "i.reseller_id")
    .$if(filter.Search !== "", (query) => query.where(nameMatches("r.name", filter.Search)))
    .select([...columns, "r.name as reseller_name"])
    .where(beyond(after))
    .orderBy("i.counts_from")
    .orderBy("i.id")
    .limit(pageSize + 1)
    .execute();

export type ScheduledRow = Awaited<ReturnType<typeof listScheduled>>[number];

const time = "YYYY-MM-DD HH24:MI";

/** Streams what a filter finds as rows of a file. */
export const streamScheduled = (exports: Exports, actor: TenantActor, filter: ScheduledFilter): Promise<Download> =>
  exports.stream(boundsOf(actor), (db) =>
    ofReseller(db, actor, filter)
      .innerJoin("policies as t", (join) => join.on(sql<SqlBool>`t.id = s.policy_ids ->> 'termEnd'`))
      .select([
        sql`csv_text(c.name)`.as("Customer"),
        sql`csv_text(p.name)`.as("Product"),
        sql`csv_text(s.name)`.as("Subscription"),
        sql`case when i.kind = 'billing' then 'Billed ' || (i.wish ->> 'billing')
          when i.wish ->> 'outcome' = 'cancel' then 'Ends' when i.wish ->> 'outcome' = 'extend' then 'Runs on by the day' else 'Renews' end`.as(
          "What",
        ),
        sql`coalesce((i.wish ->> 'quantity')::int, s.quantity)`.as("Units"),
        sql`to_char(i.counts_from, 'YYYY-MM-DD')`.as("From"),
        sql`csv_text(i.set_by)`.as("Set by"),
        sql`to_char(i.set_at at time zone 'UTC', ${sql.lit(time)})`.as("Set (UTC)"),
        sql`csv_text(v.name)`.as("Vendor"),
        sql`case i.state when 'notYet' then 'Not there yet' when 'placed' then 'There' when 'lost' then 'Lost' when 'placedAgain' then 'There again'
          else 'Too late' end`.as("At the vendor"),
        sql`to_char(i.counts_from::timestamp - make_interval(hours => (t.value ->> 'lockHours')::int), ${sql.lit(time)})`.as(
          "Until (UTC)",
        ),
      ])
      .$if(seesPrices(actor), (query) =>
        query
          .leftJoinLateral(nextSum.as("later"), (join) => join.on("i.kind", "=", sql.lit("termEnd" as const)))
          .select([
            sql`round(later.minor / 100, 2)`.as("Then, net"),
            sql`case when later.minor is not null then s.currency end`.as("Currency"),
            sql`later.billing`.as("Billed"),
          ]),
      )
      .orderBy("i.counts_from")
      .orderBy("i.id"),
  );
