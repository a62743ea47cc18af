import type { Report } from "@tradewind/contract/insight/analytics.ts";
import type { Stretch as Months } from "@tradewind/domain/insight/analytics.ts";
import { seatUnits } from "@tradewind/domain/catalogue/units.ts";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";

/** The months reported, as known on `today`. */
export type Stretch = Months & { today: string };

/** Selects charges by the month they fall due, which is the month of their invoice; future ones are left out. */
const chargesOf = (scope: Scope, { since, until, today }: Stretch) => sql`
  select date_trunc('month', due_on)::date as month, customer_id, product_id, amount_minor, due_on from charges
  where reseller_id = ${scope.resellerId}::uuid and due_on >= ${since}::date and due_on < ${until}::date and due_on <= ${today}::date
    and ${ofOwnCustomer(scope, "customer_id")} and ${ofOwnProduct(scope, "product_id")}`;

/**
 * Selects how each history entry changes the seats and the number of recurring subscriptions, up to the end of the
 * range. Only units that people hold are seats: gigabytes and servers cannot be added to them. A start, a renewal and
 * an end state the resulting seats, the others the difference.
 */
const stepsOf = (scope: Scope, { since, from, until }: Stretch) => sql`
  entries as (
    select h.subscription_id, s.customer_id, s.product_id, h.kind, h.effective_at, h.recorded_at, h.id,
      coalesce(o.unit in (${sql.join(seatUnits)}), false) as in_seats, (h.effective_at at time zone 'UTC') as at,
      case h.kind when 'seatsRemoved' then -h.quantity else coalesce(h.quantity, 0) end as change,
      count(*) filter (where h.kind in ('started', 'renewed', 'cancelled', 'upgraded')) over entry as part,
      min(h.effective_at at time zone 'UTC') filter (where h.kind = 'started') over (partition by h.subscription_id) as began
    from subscription_history h join subscriptions s on s.reseller_id = h.reseller_id and s.id = h.subscription_id
      left join offers o on o.id = s.offer_id
    where h.reseller_id = ${scope.resellerId}::uuid and s.reseller_id = ${scope.resellerId}::uuid and s.billing <> 'once'
      and h.effective_at < (${until}::date)::timestamp at time zone 'UTC'
      and h.kind in ('started', 'renewed', 'seatsAdded', 'seatsRemoved', 'cancelled', 'upgraded') and ${ofOwnCustomer(scope, "s.customer_id")}
      and ${ofOwnProduct(scope, "s.product_id")}
    window entry as (partition by h.subscription_id order by h.effective_at, h.recorded_at, h.id)
  ),
  standing as (
    select *, sum(change) over (partition by subscription_id, part order by effective_at, recorded_at, id) as standing from entries
  ),
  steps as (
    select customer_id, product_id, at,
      case when in_seats then standing - lag(standing, 1, 0) over (partition by subscription_id order by effective_at, recorded_at, id) else 0 end as seats,
      case when kind = 'started' then 1 when kind in ('cancelled', 'upgraded') then -1 else 0 end as active,
      kind = 'cancelled' and began < date_trunc('month', at) as ended_in_month,
      kind = 'cancelled' and at >= ${since}::date and began < case when at >= ${from}::date then ${from}::date else ${since}::date end as ended
    from standing
  )`;

export type Sum = { month: string; product_id: string; net: bigint };

export const sumCharges = (scope: Scope, stretch: Stretch): RawBuilder<Sum> => sql<Sum>`
  select month, product_id, sum(amount_minor)::bigint as net from (${chargesOf(scope, stretch)}) c group by 1, 2`;

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
  with ${stepsOf(scope, stretch)}
  select greatest(date_trunc('month', at), ${stretch.since}::date - interval '1 month')::date as month, product_id, sum(seats)::int as seats,
    sum(active)::int as active, (count(*) filter (where ended_in_month))::int as ended_in_month, (count(*) filter (where ended))::int as ended
  from steps group by 1, 2`;

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
export type Compared = {
  net: bigint;
  net_before: bigint;
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
  return sql<Compared & { id: string; name: string }>`
    with ${stepsOf(scope, stretch)},
    charged as (
      select ${sql.ref(key)} as id, sum(amount_minor) filter (where due_on >= ${from}::date) as net, sum(amount_minor) filter (where due_on < ${from}::date) as net_before
      from (${chargesOf(scope, stretch)}) c group by 1
    ),
    stood as (
      select ${sql.ref(key)} as id, sum(seats) as seats, sum(seats) filter (where at < ${from}::date) as seats_before,
        sum(active) filter (where at < ${from}::date) as active, sum(active) filter (where at < ${since}::date) as active_before,
        count(*) filter (where ended and at >= ${from}::date) as ended, count(*) filter (where ended and at < ${from}::date) as ended_before
      from steps group by 1
    )
    select t.id, t.name, coalesce(c.net, 0)::bigint as net, coalesce(c.net_before, 0)::bigint as net_before, coalesce(s.seats, 0)::int as seats,
      coalesce(s.seats_before, 0)::int as seats_before, coalesce(s.active, 0)::int as active, coalesce(s.active_before, 0)::int as active_before,
      coalesce(s.ended, 0)::int as ended, coalesce(s.ended_before, 0)::int as ended_before
    from charged c full join stood s on s.id = c.id join ${sql.table(things)} t on t.id = coalesce(c.id, s.id)
      and ${by === "customer" ? sql`t.reseller_id = ${scope.resellerId}::uuid` : sql`true`}`;
};

export const pageSize = 50;
/** The column that ranks each report. */
export const rankOf: Record<Report, "net" | "seats" | "ended"> = { revenue: "net", seats: "seats", churn: "ended" };

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
