/** The subscriptions of one large reseller, and the statement that forecasts its bills. */
import type pg from "pg";

/**
 * Adds a reseller with so many subscriptions as large ones have them: most by the month in yearly terms, a few units each,
 * one in ten with a wish for the end of its term, one in fifty suspended; prices change in the months to come.
 */
export async function seedSubscriptions(admin: pg.Client, size: number, today: string, each = 50): Promise<string> {
  await admin.query("alter system set autovacuum = off");
  await admin.query("select pg_reload_conf(), setseed(0.4)");
  for (const [day, factor] of [
    ["2027-04-20", 1.05],
    ["2027-05-10", 0.97],
  ] as const) {
    const list = `GBP-${day}`;
    await admin.query("insert into price_lists (id, currency, from_date) values ($1, 'GBP', $2)", [list, day]);
    await admin.query(
      `insert into prices (price_list_id, offer_id, cost) select distinct on (offer_id) $1, offer_id, round(cost * $2::numeric, 4)
       from prices p join price_lists l on l.id = p.price_list_id and l.currency = 'GBP' order by offer_id, l.from_date desc`,
      [list, factor],
    );
    await admin.query("update price_lists set published = true where id = $1", [list]);
  }
  const { rows } = await admin.query<{ id: string }>(
    `insert into resellers (name, currency, country, vat_number, address1, town_city, post_code, billing_email, created_at)
     values ('Bench', 'GBP', 'GB', 'GB123456789', '1 Quay Street', 'Bristol', 'BS1 4AA', 'accounts@example.com', $1::date) returning id`,
    [`${today.slice(0, 7)}-01`],
  );
  const { id } = rows[0]!;
  await admin.query(
    `with customers as (
       insert into customers (reseller_id, name, created_at) select $1, 'Customer ' || n, '2026-01-01' from generate_series(1, $2::int / $3::int) n returning id)
     insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
     select $1, id, 'microsoft-365', 'Active', '2026-01-02', '2026-01-02' from customers`,
    [id, size, each],
  );
  await admin.query(
    `with plans as (
       select row_number() over (order by id) - 1 as nth, count(*) over () as plans, o.* from offers o
       where product_id = 'microsoft-365' and term in ('P1M', 'P1Y') and billing in ('monthly', 'annual') and for_sale
         and exists (select from prices where offer_id = o.id)),
     dice as (
       select i.*, n, floor(random() * (select max(plans) from plans))::int as plan, 1 + floor(60 * random() ^ 4)::int as quantity,
         random() as wish, random() as held, floor(random() * 365)::int as days
       from service_instances i, generate_series(1, $3::int) n where i.reseller_id = $1),
     begun as (
       select d.*, p.id as offer_id, p.sku, p.name, p.term, p.billing, p.window_policy_id, p.refund_policy_id, p.term_end_policy_id,
         case p.term when 'P1M' then $2::date - d.days % 28 else $2::date - d.days end as term_from
       from dice d join plans p on p.nth = d.plan)
     insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
       quantity, status, anchor_day, term_from, term_until, period_from, period_until, lots, term_end, policy_ids, vendor_ref)
     select reseller_id, customer_id, id, product_id, offer_id, sku, name, term, billing, 'GBP',
       (select cost from prices x join price_lists l on l.id = x.price_list_id where x.offer_id = b.offer_id and l.currency = 'GBP' and l.from_date <= term_from
        order by l.from_date desc limit 1), quantity, case when held < 0.02 then 'suspended' else 'active' end, extract(day from term_from)::int,
       term_from, term_from + term::interval,
       case when billing = 'annual' then term_from else term_from + make_interval(months => months) end,
       case when billing = 'annual' then term_from + interval '1 year' else term_from + make_interval(months => months + 1) end,
       jsonb_build_array(jsonb_build_object('quantity', quantity, 'openedAt', term_from || 'T00:00:00.000Z', 'refundableUntil', null)),
       case when wish < 0.05 then '{"outcome": "cancel"}' when wish < 0.1 then jsonb_build_object('outcome', 'renew', 'offerId', null, 'quantity', quantity + 2)
         else '{"outcome": "renew", "offerId": null, "quantity": null}' end,
       jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id), 'at-vendor-' || id || '-' || n
     from begun b cross join lateral (
       select max(m) as months from generate_series(0, 12) m where (b.term_from + make_interval(months => m))::date <= $2::date) p`,
    [id, today, each],
  );
  await admin.query(
    `insert into charges (reseller_id, customer_id, subscription_id, product_id, offer_id, kind, description, period_from, period_until, due_on, quantity,
       unit_cost, amount_minor, currency, recorded_at)
     select reseller_id, customer_id, id, product_id, offer_id, 'recurring', name, period_from, period_until, period_from, quantity, unit_cost,
       round(unit_cost * quantity * 100), 'GBP', period_from
     from subscriptions where reseller_id = $1 and period_from >= date_trunc('month', $2::date)`,
    [id, today],
  );
  await admin.query("vacuum analyze");
  return id;
}

/**
 * Computes what falls due in three months: the starts of periods with the price of their day and what is wished for. It
 * knows the terms, billings and wishes that are there, and no more.
 */
export const limitStatement = `
  with lists as (
    select p.offer_id, p.cost, l.from_date as since, lead(l.from_date, 1, 'infinity') over (partition by p.offer_id order by l.from_date) as until
    from prices p join price_lists l on l.id = p.price_list_id where l.currency = 'GBP' and l.published
  ),
  held as (
    select s.*, status = 'suspended' or term_end ->> 'outcome' = 'cancel' as ends, coalesce((term_end ->> 'quantity')::int, quantity) as wanted,
      (select i.wish ->> 'offerId' from intents i where i.reseller_id = s.reseller_id and i.subscription_id = s.id and i.kind = 'billing'
        and i.closed_at is null and i.state in ('notYet', 'placed', 'lost', 'placedAgain')) as next_offer
    from subscriptions s
    where reseller_id = $1 and status <> 'cancelled' and currency = 'GBP' and period_until < $3::date
      and not (vendor_ref is null and exists (
        select from order_lines l where l.reseller_id = s.reseller_id and l.subscription_id = s.id and l.state = 'refused'))
  ),
  months as (
    select k, (first + make_interval(months => k))::date as month, (first + make_interval(months => k + 1))::date as next
    from generate_series(0, 5) k, (select $2::timestamp as first) f
  ),
  turns as materialized (
    select h.product_id, h.offer_id, h.term, h.unit_cost, h.quantity, h.wanted, h.ends, h.term_until, h.billing, h.period_until, m.month,
      least(m.month + h.anchor_day, m.next) - 1 as start
    from held h join months m on m.next > h.period_until and m.month < $3::date and (h.billing = 'monthly' or m.month <= h.period_until)
    where not h.ends or m.month <= h.term_until
  ),
  priced as (
    select t.month, t.product_id,
      case when t.start < t.term_until then 'recurring' when t.ends then 'ended'
        when t.start > t.term_until then case t.term when 'P1M' then 'renewed' else 'recurring' end
        when t.wanted = t.quantity then 'renewed' else 'changed' end as kind,
      case when t.start < t.term_until then round(t.unit_cost * t.quantity * 100) when t.ends then 0 else round(p.cost * t.wanted * 100) end as net
    from turns t left join lists p on t.start >= t.term_until and p.offer_id = t.offer_id
      and p.since <= case t.term when 'P1M' then t.start else t.term_until end and p.until > case t.term when 'P1M' then t.start else t.term_until end
    where t.start >= t.period_until
  )
  select month::text, product_id as product, kind, count(*)::int as count, sum(net)::bigint::text as net
  from priced group by 1, 2, 3
  union all
  select date_trunc('month', due_on)::date::text, product_id, 'charged', count(*)::int, sum(amount_minor)::text
  from charges where reseller_id = $1 and currency = 'GBP' and due_on >= $2::date and due_on < $3::date group by 1, 2`;
