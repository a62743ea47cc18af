import type { Report } from "@tradewind/contract/insight/analytics.ts";
import type { Stretch as Months } from "@tradewind/domain/insight/analytics.ts";
import { sql, type RawBuilder } from "kysely";
import { chargesWithin, soldByMonth } from "../../billing/charges/charges.store.ts";
import type { Db } from "../../platform/db.ts";
import { isOfEveryCustomer, ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";

/** The months reported, as known on `today`. */
export type Stretch = Months & { today: string };

/**
 * Selects how the seats and the number of recurring subscriptions changed in each month before the end of the range, and
 * how many ended, with the month in which these began (`mark`).
 */
const stepsOf = (scope: Scope, { until }: Stretch, by: "customer" | "product" = "product") => {
  const together = by === "product" && isOfEveryCustomer(scope);
  return sql`
  select * from ${sql.table(together ? "company_tallies" : "customer_tallies")}
  where reseller_id = ${scope.resellerId}::uuid and figure in ('seats', 'active', 'ended') and month < ${until}::date
    and ${together ? sql`true` : ofOwnCustomer(scope, "customer_id")} and ${ofOwnProduct(scope, "product_id")}`;
};

type Amounts = { cost: bigint; sales: bigint; margin: bigint };
export type Sum = Amounts & { month: string; product_id: string };

export const sumCharges = (scope: Scope, stretch: Stretch): RawBuilder<Sum> => sql<Sum>`
  select month, product_id, sum(amount)::bigint as cost, sum(sales)::bigint as sales, sum(margin)::bigint as margin
  from (${soldByMonth(scope, stretch)}) c group by 1, 2`;

/** The changes of a month; everything earlier counts under the month before the first. */
export type Step = {
  month: string;
  product_id: string;
  seats: number;
  active: number;
  ended_in_month: number;
  ended: number;
};

export const sumSteps = (scope: Scope, stretch: Stretch): RawBuilder<Step> => sql<Step>`
  select greatest(month, ${stretch.since}::date - interval '1 month')::date as month, product_id,
    coalesce(sum(amount) filter (where figure = 'seats'), 0)::int as seats, coalesce(sum(amount) filter (where figure = 'active'), 0)::int as active,
    coalesce(sum(amount) filter (where figure = 'ended' and mark < month::text), 0)::int as ended_in_month,
    coalesce(sum(amount) filter (where ${endedSince(stretch)}), 0)::int as ended
  from (${stepsOf(scope, stretch)}) s group by 1, 2`;

/** Ends within the range, or within the one before, of what was active at its start. */
const endedSince = ({ since, from }: Stretch) =>
  sql`figure = 'ended' and month >= ${since}::date and mark < case when month >= ${from}::date then ${from} else ${since} end`;

export async function readSums(
  db: Db,
  scope: Scope,
  stretch: Stretch,
  prices: boolean,
): Promise<{ charges: Sum[]; steps: Step[]; names: Map<string, string> }> {
  const [charges, steps, products] = await Promise.all([
    prices ? sumCharges(scope, stretch).execute(db) : { rows: [] },
    sumSteps(scope, stretch).execute(db),
    db.selectFrom("products").select(["id", "name"]).execute(),
  ]);
  return { charges: charges.rows, steps: steps.rows, names: new Map(products.map(({ id, name }) => [id, name])) };
}

/** One row's figures in the range and in the one before. */
export type Compared = Amounts & {
  cost_before: bigint;
  sales_before: bigint;
  margin_before: bigint;
  seats: number;
  seats_before: number;
  active: number;
  active_before: number;
  ended: number;
  ended_before: number;
};

/** Selects every customer or product with figures in either range, by name. */
export const compare = (scope: Scope, stretch: Stretch, by: "customer" | "product") => {
  const [key, things] = by === "customer" ? ["customer_id", "customers"] : ["product_id", "products"];
  const { since, from } = stretch;
  const amounts = (column: string, name: string) =>
    sql`sum(${sql.ref(column)}) filter (where month >= ${from}::date) as ${sql.ref(name)},
      sum(${sql.ref(column)}) filter (where month < ${from}::date) as ${sql.ref(`${name}_before`)}`;
  return sql<Compared & { id: string; name: string }>`
    with charged as (
      select ${sql.ref(key)} as id, ${amounts("amount", "cost")}, ${amounts("sales", "sales")}, ${amounts("margin", "margin")}
      from (${by === "customer" ? chargesWithin(scope, stretch) : soldByMonth(scope, stretch)}) c group by 1
    ),
    stood as (
      select ${sql.ref(key)} as id, sum(amount) filter (where figure = 'seats') as seats,
        sum(amount) filter (where figure = 'seats' and month < ${from}::date) as seats_before,
        sum(amount) filter (where figure = 'active' and month < ${from}::date) as active,
        sum(amount) filter (where figure = 'active' and month < ${since}::date) as active_before,
        sum(amount) filter (where ${endedSince(stretch)} and month >= ${from}::date) as ended,
        sum(amount) filter (where ${endedSince(stretch)} and month < ${from}::date) as ended_before
      from (${stepsOf(scope, stretch, by)}) steps group by 1
    )
    select t.id, t.name, coalesce(c.cost, 0)::bigint as cost, coalesce(c.cost_before, 0)::bigint as cost_before,
      coalesce(c.sales, 0)::bigint as sales, coalesce(c.sales_before, 0)::bigint as sales_before, coalesce(c.margin, 0)::bigint as margin,
      coalesce(c.margin_before, 0)::bigint as margin_before, coalesce(s.seats, 0)::int as seats,
      coalesce(s.seats_before, 0)::int as seats_before, coalesce(s.active, 0)::int as active, coalesce(s.active_before, 0)::int as active_before,
      coalesce(s.ended, 0)::int as ended, coalesce(s.ended_before, 0)::int as ended_before
    from charged c full join stood s on s.id = c.id join ${sql.table(things)} t on t.id = coalesce(c.id, s.id)
      and ${by === "customer" ? sql`t.reseller_id = ${scope.resellerId}::uuid` : sql`true`}`;
};

export const pageSize = 50;
/** The column that ranks each report. */
export const rankOf: Record<Report, "cost" | "sales" | "margin" | "seats" | "ended"> = {
  cost: "cost",
  sales: "sales",
  margin: "margin",
  seats: "seats",
  churn: "ended",
};

/** Lists a page of customers after `after`, largest first, plus one more row to detect a next page. */
export async function listCustomers(
  db: Db,
  scope: Scope,
  stretch: Stretch,
  { report, after }: { report: Report; after: { value: string; id: string } | undefined },
) {
  const rank = sql.ref(rankOf[report]);
  const { rows } = await sql<Compared & { id: string; name: string }>`
    select * from (${compare(scope, stretch, "customer")}) ranked
    ${after ? sql`where (${rank}, id) < (${after.value}::bigint, ${after.id}::uuid)` : sql``}
    order by ${rank} desc, id desc limit ${pageSize + 1}`.execute(db);
  return rows;
}
