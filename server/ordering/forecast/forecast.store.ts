import type { Subscription } from "@tradewind/domain/pricing/pricing-types.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";
import { neverProvided, wantedOffer } from "../subscriptions/subscriptions.store.ts";

export type Owner = { resellerId: string; currency: Currency };
type Days = Record<"from" | "until" | "today", string>;

/** What of a subscription decides its charges. */
export type ChargedRow = {
  id: string;
  product_id: string;
  offer_id: string;
  term: Subscription["term"];
  billing: Subscription["billing"];
  unit_cost: string;
  quantity: number;
  status: Subscription["status"];
  anchor_day: number;
  term_from: string;
  term_until: string | null;
  period_from: string;
  period_until: string;
  billed_from: string | null;
  term_end: Subscription["termEnd"];
  next_offer_id: string | null;
  /** None where the day of the units decides no price. */
  lots: Subscription["lots"] | null;
};

/**
 * Lists a page of the subscriptions whose period ends before a day. What is being provided is expected to come.
 */
export async function listCharged(
  db: Db,
  { resellerId, currency }: Owner,
  { until, after, most }: { until: string; after: string; most: number },
): Promise<ChargedRow[]> {
  const { rows } = await sql<ChargedRow>`
    select id, product_id, offer_id, term, billing, unit_cost, quantity, status, anchor_day, term_from, term_until, period_from,
      period_until, billed_from, term_end, next_offer_id, case when next_offer_id is not null then lots end as lots
    from (
      select subscriptions.*, ${wantedOffer} from subscriptions
      where reseller_id = ${resellerId} and status <> 'cancelled' and currency = ${currency} and period_until < ${until}::date
        and id > ${after}::uuid and not ${neverProvided}
      order by id limit ${most} offset 0
    ) s order by id`.execute(db);
  return rows;
}

/** Returns the day before which every month is closed: nothing is charged for it any more. */
export async function findBilledUntil(db: Db, resellerId: string): Promise<string> {
  const { billed_until } = await db
    .selectFrom("billing_progress")
    .where("reseller_id", "=", resellerId)
    .select("billed_until")
    .executeTakeFirstOrThrow();
  return billed_until;
}

type SumRow = { kind: "charged" | "ordered"; product_id: string; due_on: string; count: number; minor: bigint };

/** Sums what is charged and on no invoice yet, and what orders at work have promised to charge. */
export async function sumCharges(db: Db, { resellerId, currency }: Owner, { from, until, today }: Days) {
  const { rows } = await sql<SumRow>`
    select 'charged' as kind, product_id, due_on, count(*)::int as count, sum(amount_minor)::bigint as minor from charges
    where reseller_id = ${resellerId} and currency = ${currency} and due_on >= ${from}::date and due_on < ${until}::date
    group by product_id, due_on
    union all
    select 'ordered', h.product_id, greatest(h.due_on, ${today}::date, ${from}::date), count(*)::int, sum(h.amount_minor - coalesce(d.amount, 0))::bigint
    from orders o
      join held_charges h on h.reseller_id = o.reseller_id and h.order_id = o.id
      left join order_lines l on l.reseller_id = h.reseller_id and l.order_id = h.order_id and l.subscription_id = h.subscription_id
      left join lateral (
        select sum(c.amount_minor)::bigint as amount from charges c
        where c.reseller_id = h.reseller_id and c.order_id = h.order_id and c.subscription_id is not distinct from h.subscription_id
          and c.kind = h.kind and c.period_from = h.period_from and c.corrects is null) d on true
    where o.reseller_id = ${resellerId} and o.status = 'Working' and h.currency = ${currency} and coalesce(l.state = 'working', true)
      and h.amount_minor <> coalesce(d.amount, 0)
    group by 2, 3`.execute(db);
  return rows;
}

type UsedRow = { product_id: string; month: string; count: number; minor: bigint };

/** Sums what the last month that was reported of each product cost, of what is still there. */
export async function sumLastUsage(db: Db, { resellerId, currency }: Owner, since: string) {
  const { rows } = await sql<UsedRow>`
    with last as (
      select product_id, max(month) as month from usage_months
      where reseller_id = ${resellerId} and currency = ${currency} and month >= ${since}::date group by product_id
    ),
    told as (
      select distinct on (u.subscription_id, u.meter) u.product_id, u.month, u.amount_minor
      from last join usage_months u on u.reseller_id = ${resellerId} and u.product_id = last.product_id and u.month = last.month
        join subscriptions s on s.reseller_id = u.reseller_id and s.id = u.subscription_id and s.status <> 'cancelled'
      where u.currency = ${currency}
      order by u.subscription_id, u.meter, u.revision desc
    )
    select product_id, month, count(*)::int as count, sum(amount_minor)::bigint as minor from told group by 1, 2`.execute(
    db,
  );
  return rows;
}

export type SpentDayRow = {
  id: string;
  product_id: string;
  is_active: boolean;
  whole_until: string;
  /** The first day that is on no file of the vendor. */
  billed_until: string;
  day: string;
  cost: string;
};

/**
 * Lists what is told day by day and not billed yet, with the weeks by which the days to come are estimated. A subscription
 * of which no file has told is billed from last month on, and one that was not told of for months is left out.
 */
export async function listSpentDays(db: Db, { resellerId, currency }: Owner, month: string) {
  const { rows } = await sql<SpentDayRow>`
    select s.id, s.product_id, s.is_active, s.whole_until, s.billed_until, d.day, d.cost
    from (
      select a.reseller_id, a.id, a.product_id, a.is_active, a.whole_until, m.since, greatest(
        coalesce(a.billed_until, max(a.billed_until) over (partition by a.fulfiller), m.since), a.charged_from,
        (select (max(c.month) + interval '1 month')::date from azure_charges c
          where c.reseller_id = a.reseller_id and c.subscription_id = a.id),
        (m.since - interval '2 months')::date) as billed_until
      from azure_subscriptions a, (select (${month}::date - interval '1 month')::date as since) m
      where a.reseller_id = ${resellerId} and a.currency = ${currency}) s
    cross join lateral (
      select day, trim_scale(sum(cost))::text as cost from azure_spend
      where reseller_id = s.reseller_id and subscription_id = s.id
        and day between least(s.billed_until, s.whole_until - 27) and s.whole_until group by day) d
    where s.whole_until >= (s.since - interval '2 months')::date
    order by s.id, d.day`.execute(db);
  return rows;
}

export async function namesOfProducts(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom("products").where("id", "=", anyOf(ids, "text")).select(["id", "name"]).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
