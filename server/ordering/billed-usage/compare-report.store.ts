import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { toldBy, type Report } from "./billed-usage.store.ts";

const refOf = (month: string) => `usage-${month.slice(0, 7)}`;

/**
 * Notes that a month's report could not be read, and why, where the operator looks for what vendors bill, if there is anything
 * it would charge. Once one was read, what it told stands.
 */
export const noteTrouble = (
  tx: Tx,
  vendor: string,
  month: { from: string; until: string },
  trouble: string,
  day: string,
) =>
  sql`
    insert into vendor_invoices (vendor, source, ref, currency, issued_on, period_from, period_until, trouble)
    select ${vendor}, 'report', ${refOf(month.from)} || '-GBP', 'GBP', ${day}, ${month.from}, ${month.until}, ${trouble}
    where exists (select from subscriptions s join products p on p.id = s.product_id and p.fulfiller = ${vendor})
    on conflict (vendor, ref) do update set trouble = excluded.trouble`.execute(tx);

/** Tells whether anything of a report's month was charged, or told by an earlier report of it. */
export async function wasTold(tx: Tx, { vendor, month }: Report): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    select exists (
      select from usage_months u join products p on p.id = u.product_id and p.fulfiller = ${vendor} where u.month = ${month}::date)
      or exists (select from vendor_invoices where vendor = ${vendor} and source = 'report' and period_from = ${month}::date) as was`.execute(
    tx,
  );
  return rows[0]!.was;
}

/**
 * Compares each line of a report with what is charged for its month, subscription and meter, at our vendor's price of the
 * month, since the report has none. Opens and closes differences: one that has changed since somebody settled it is open
 * again, and what the next report of the month agrees with is corrected.
 */
export async function compareReport(tx: Tx, report: Report, now: Date): Promise<void> {
  const { id, vendor, month, until, generatedAt } = report;
  const ref = refOf(month);
  await sql`
    with ${toldBy(report)},
    used as materialized (
      select vendor_ref, meter, sum(quantity) as quantity, count(*)::int as lines from vendor_usage_lines where report_id = ${id} group by 1, 2
    ),
    charged as materialized (
      select c.reseller_id, c.subscription_id, u.meter, c.currency, sum(c.measured) as quantity, coalesce(sum(p.amount_minor), 0)::bigint as minor,
        max(p.unit_cost) as unit
      from usage_months u
      join charges c on c.reseller_id = u.reseller_id and c.id = u.charge_id
      join products r on r.id = u.product_id and r.fulfiller = ${vendor}
      left join payables p on p.reseller_id = c.reseller_id and p.charge_id = c.id
      where u.month = ${month}::date group by 1, 2, 3, 4
    ),
    of_ours as materialized (
      select coalesce(t.reseller_id, c.reseller_id) as reseller_id, coalesce(t.subscription_id, c.subscription_id) as subscription_id,
        coalesce(t.meter, c.meter) as meter, t.left_out, t.offer_id, t.used, t.charged_from, t.last_day, c.quantity as ours_quantity, c.minor as ours_minor, c.unit as ours_unit
      from told t
      full join charged c on c.reseller_id = t.reseller_id and c.subscription_id = t.subscription_id and c.meter = t.meter
    ),
    sides as materialized (
      select o.reseller_id, o.subscription_id, s.customer_id, s.vendor_ref, o.meter, s.name, s.currency, o.left_out, o.used is not null as is_told,
        o.ours_quantity, o.ours_minor, coalesce(o.ours_unit, price.cost, 0) as unit,
        case when o.used is not null then greatest(o.used - coalesce(i.licences, 0), 0) end as theirs_quantity
      from of_ours o
      join subscriptions s on s.reseller_id = o.reseller_id and s.id = o.subscription_id
      left join lateral (
        select cost from vendor_prices v where v.offer_id = coalesce(o.offer_id, s.offer_id) and v.currency = s.currency and v.from_date <= coalesce(o.charged_from, ${month}::date)
        order by from_date desc limit 1) price on true
      left join lateral (
        select sum(k.quantity) as licences from charges k
        where o.left_out is distinct from 'ended within the month' and k.reseller_id = s.reseller_id and k.subscription_id = s.id and k.measured is null
          and k.period_from <= coalesce(o.last_day, ${until}::date - 1) and k.period_until > coalesce(o.last_day, ${until}::date - 1)) i on true
      union all
      -- What no subscription of ours is charged by that meter for: as what is sold by it alone, if anything is.
      select s.reseller_id, s.id, s.customer_id, u.vendor_ref, u.meter, coalesce(s.name, f.name, u.meter), coalesce(s.currency, 'GBP'), null, true,
        null, null, coalesce(f.cost, 0), u.quantity
      from used u
      left join lateral (
        select n.* from subscriptions n join products p on p.id = n.product_id and p.fulfiller = ${vendor} where n.vendor_ref = u.vendor_ref
        order by n.id limit 1) s on true
      left join lateral (
        select o.name, v.cost from offers o
        join products p on p.id = o.product_id and p.fulfiller = ${vendor}
        join vendor_prices v on v.offer_id = o.id and v.currency = coalesce(s.currency, 'GBP') and v.from_date <= ${month}::date
        where exists (select from jsonb_array_elements(o.meters) m where m ->> 'meter' = u.meter)
        order by o.offer_ref <> u.meter, v.from_date desc, o.id limit 1) f on true
      where u.quantity > 0 and not exists (
        select from subscriptions k join offers o on o.id = k.offer_id join products p on p.id = k.product_id and p.fulfiller = ${vendor}
        cross join lateral jsonb_array_elements(o.meters) m
        where k.vendor_ref = u.vendor_ref and m ->> 'meter' = u.meter)
    ),
    compared as materialized (
      select s.*, round(s.theirs_quantity * s.unit * 100)::bigint as theirs_minor, case
        when s.subscription_id is null then 'notOurs'
        when not s.is_told and s.ours_quantity <> 0 then 'notTheirs'
        when coalesce(s.theirs_quantity, 0) = coalesce(s.ours_quantity, 0) then null
        when s.left_out = 'began after the month' then 'began'
        when s.left_out = 'ended within the month' then 'ended'
        when s.left_out is not null then 'waiting'
        when s.ours_quantity is null then 'notOurs'
        else 'quantity' end as kind
      from sides s
    ),
    documents as (
      insert into vendor_invoices (vendor, source, ref, currency, issued_on, period_from, period_until, read_at, lines, theirs_minor, ours_minor)
      select ${vendor}, 'report', ${ref} || '-' || n.currency, n.currency, (${generatedAt}::timestamptz at time zone 'UTC')::date, ${month}, ${until}, ${now},
        count(c.currency) filter (where c.is_told), coalesce(sum(c.theirs_minor), 0), coalesce(sum(c.ours_minor), 0)
      from (
        select currency from compared
        union select currency from vendor_invoices where vendor = ${vendor} and source = 'report' and period_from = ${month}::date) n left join compared c using (currency) group by n.currency
      on conflict (vendor, ref) do update set issued_on = excluded.issued_on, read_at = excluded.read_at, lines = excluded.lines, trouble = null,
        theirs_minor = excluded.theirs_minor, ours_minor = excluded.ours_minor
      returning id, currency
    ),
    apart as materialized (
      select d.id as invoice_id, c.* from compared c join documents d using (currency) where c.kind is not null
    ),
    agreed as (
      update vendor_bill_differences b set state = 'corrected', decided_by = null, decided_at = ${now}, note = 'A later report agrees'
      from documents d
      where b.invoice_id = d.id and b.state in ('open', 'disputed', 'explained') and not exists (
        select from apart a where a.invoice_id = b.invoice_id and a.vendor_ref = b.vendor_ref and a.meter = b.meter)
    )
    insert into vendor_bill_differences as b (invoice_id, kind, charge, meter, vendor_ref, name, customer_name, reseller_id, subscription_id, period_from,
      period_until, ours_quantity, ours_unit, ours_minor, theirs_quantity, theirs_unit, theirs_minor, currency, state)
    select a.invoice_id, a.kind, 'usage', a.meter, coalesce(a.vendor_ref, ''), a.name, coalesce(c.name, ''), a.reseller_id, a.subscription_id, ${month}, ${until},
      a.ours_quantity, case when a.ours_quantity is not null then a.unit end, a.ours_minor,
      a.theirs_quantity, case when a.theirs_quantity is not null then a.unit end, a.theirs_minor, a.currency,
      case when a.kind = 'waiting' then 'explained' else 'open' end
    from apart a left join customers c on c.reseller_id = a.reseller_id and c.id = a.customer_id
    on conflict (invoice_id, vendor_ref, meter, period_until) where charge = 'usage' do update set
      kind = excluded.kind, name = excluded.name, customer_name = excluded.customer_name, reseller_id = excluded.reseller_id,
      subscription_id = excluded.subscription_id, ours_quantity = excluded.ours_quantity, ours_unit = excluded.ours_unit, ours_minor = excluded.ours_minor,
      theirs_quantity = excluded.theirs_quantity, theirs_unit = excluded.theirs_unit, theirs_minor = excluded.theirs_minor,
      state = excluded.state, decided_by = null, decided_at = null, note = null
    where (b.kind, b.ours_quantity, b.theirs_quantity, b.subscription_id) is distinct from
      (excluded.kind, excluded.ours_quantity, excluded.theirs_quantity, excluded.subscription_id) or b.state = 'corrected'`.execute(
    tx,
  );
}
