/** A reseller whose PSA bills what its customers have, and the statements that compare the two. */
import type pg from "pg";
import { seedSubscriptions } from "./forecast-data.ts";

/** The reseller's PSA, as matches know it. */
export const source = "6 bench";

/**
 * Adds a reseller with 15 subscriptions for each customer, all charged for, seen at the vendor twice and half of them
 * assigned, and a line in the PSA for each, one in forty of which has another quantity.
 */
export async function seedBooks(admin: pg.Client, size: number, today: string): Promise<string> {
  const id = await seedSubscriptions(admin, size, today, 15);
  for (const statement of statements) await admin.query(statement, [id]);
  await admin.query(
    `insert into psa_syncs (reseller_id, kind, state, trigger_type, asked_at, ended_at, completed_at)
     values ($1, 'all', 'Completed', 'Manual', $2::date, $2::date, $2::date)`,
    [id, today],
  );
  await admin.query("vacuum analyze");
  return id;
}

const statements = [
  "update subscriptions set customer_price = round(unit_cost * 1.2, 2) where reseller_id = $1",
  `insert into subscription_history (reseller_id, subscription_id, effective_at, recorded_at, kind, data)
   select reseller_id, id, term_from, term_from, 'started', jsonb_build_object('quantity', quantity, 'customerPrice', customer_price::text, 'billing', billing)
   from subscriptions where reseller_id = $1`,
  `insert into vendor_views (reseller_id, subscription_id, status, quantity, seen_at)
   select reseller_id, id, 'active', quantity, term_from + n from subscriptions, generate_series(0, 1) n where reseller_id = $1 order by n`,
  `insert into customer_people (reseller_id, customer_id, name, email, added_at)
   select reseller_id, id, 'Ada Lovelace', 'ada@' || id || '.example', created_at from customers where reseller_id = $1`,
  `insert into assignments (reseller_id, customer_id, product_id, subscription_id, person_id, state, since)
   select s.reseller_id, s.customer_id, s.product_id, s.id, p.id, 'there', s.term_from
   from subscriptions s join customer_people p on p.reseller_id = s.reseller_id and p.customer_id = s.customer_id
   where s.reseller_id = $1 and s.quantity % 2 = 0`,
  `insert into psa_companies (reseller_id, ref, name) select reseller_id, 'c' || row_number() over (order by id), name from customers where reseller_id = $1`,
  `insert into psa_customer_matches (reseller_id, source, customer_id, company_ref, ignored)
   select reseller_id, '${source}', id, 'c' || row_number() over (order by id), false from customers where reseller_id = $1`,
  `insert into psa_products (reseller_id, ref, name, sku, is_recurring, unit_price)
   select reseller_id, 'p' || sku, min(name), sku, true, max(customer_price) from subscriptions where reseller_id = $1 group by reseller_id, sku`,
  `insert into psa_service_matches (reseller_id, source, sku, product_ref, ignored)
   select reseller_id, '${source}', sku, ref, false from psa_products where reseller_id = $1`,
  `insert into psa_agreements (reseller_id, ref, name, company_ref, type, is_active)
   select reseller_id, 'a' || ref, name, ref, 'Recurring', true from psa_companies where reseller_id = $1`,
  `insert into psa_lines (reseller_id, ref, agreement_ref, product_ref, name, quantity, unit_price, from_on)
   select s.reseller_id, 'l' || s.id, 'a' || m.company_ref, 'p' || s.sku, s.name,
     s.quantity + case row_number() over (order by s.id) % 40 when 0 then 1 else 0 end,
     round(s.customer_price / case s.billing when 'annual' then 12 else 1 end, 2), s.term_from
   from subscriptions s join psa_customer_matches m on m.reseller_id = s.reseller_id and m.customer_id = s.customer_id
   where s.reseller_id = $1`,
  `insert into psa_line_versions (reseller_id, ref, agreement_ref, company_ref, product_ref, name, quantity, unit_price, from_on, known_from)
   select l.reseller_id, l.ref, l.agreement_ref, substr(l.agreement_ref, 2), l.product_ref, l.name, l.quantity, l.unit_price, l.from_on, '2026-01-01'
   from psa_lines l where l.reseller_id = $1`,
];

/**
 * Compares by one full outer join what is bought, assigned, charged for and at the vendor with what the PSA bills, in quantity
 * and money. It knows that each product is matched with one, and that all is billed in one currency.
 */
export const limitStatement = `
  with ours as (
    select s.customer_id, s.sku, min(s.name) as name, sum(s.quantity)::int as quantity,
      sum(s.quantity * s.customer_price / case s.billing when 'annual' then 12 when 'triennial' then 36 else 1 end) as amount,
      sum(v.quantity)::int as vendor_quantity, sum(a.people)::int as assigned_quantity, sum(c.quantity)::int as charged_quantity
    from subscriptions s
    left join (
      select distinct on (subscription_id) subscription_id, quantity from vendor_views where reseller_id = $1
      order by subscription_id desc, id desc) v on v.subscription_id = s.id
    left join (select subscription_id, count(*) as people from assignments where reseller_id = $1 and until is null group by 1) a on a.subscription_id = s.id
    left join (
      select subscription_id, sum(quantity) as quantity from charges
      where reseller_id = $1 and period_from <= $2 and period_until > $2 group by 1) c on c.subscription_id = s.id
    where s.reseller_id = $1 and s.status <> 'cancelled' and s.billing <> 'once' group by s.customer_id, s.sku),
  theirs as (
    select m.customer_id, v.sku, sum(l.quantity) as quantity, sum(l.quantity * l.unit_price) as amount
    from psa_lines l
    join psa_agreements a on a.reseller_id = l.reseller_id and a.ref = l.agreement_ref and a.is_active and a.gone_at is null
    join psa_customer_matches m on m.reseller_id = l.reseller_id and m.source = '${source}' and m.company_ref = a.company_ref
    join psa_service_matches v on v.reseller_id = l.reseller_id and v.source = '${source}' and v.product_ref = l.product_ref
    where l.reseller_id = $1 and l.gone_at is null and (l.from_on is null or l.from_on <= $2) and (l.until_on is null or l.until_on > $2)
    group by m.customer_id, v.sku)
  select customer_id, c.name as customer_name, sku, o.name, coalesce(o.quantity, 0) as quantity, o.vendor_quantity, o.assigned_quantity,
    o.charged_quantity, trim_scale(coalesce(t.quantity, 0))::text as psa_quantity, round(o.amount, 8)::text as sale, t.amount::text as psa_amount
  from ours o full join theirs t using (customer_id, sku) join customers c on c.reseller_id = $1 and c.id = customer_id
  order by lower(c.name), lower(o.name)`;
