/** Billing invariants: each statement returns the rows that break the rule it is listed under. */
export const billingChecks: Record<string, string> = {
  "every charge due before the day that is invoiced until stands on one invoice, with its amount": `
    select c.reseller_id, c.id, c.due_on, c.amount_minor, l.net_minor
    from charges c
    join billing_progress b on b.reseller_id = c.reseller_id
    left join invoice_lines l on l.reseller_id = c.reseller_id and l.charge_id = c.id
    where c.due_on < b.invoiced_until and l.net_minor is distinct from c.amount_minor`,
  "no charge is invoiced before it is due": `
    select l.reseller_id, l.charge_id, c.due_on, i.period_until
    from invoice_lines l
    join charges c on c.reseller_id = l.reseller_id and c.id = l.charge_id
    join invoices i on i.reseller_id = l.reseller_id and i.id = l.invoice_id
    where c.due_on >= i.period_until or c.currency <> i.currency`,
  "the lines of an invoice add up to its net, its taxes to its VAT": `
    select i.reseller_id, i.number, i.net_minor, i.vat_minor
    from invoices i
    where i.net_minor <> (select coalesce(sum(net_minor), 0) from invoice_lines l where l.reseller_id = i.reseller_id and l.invoice_id = i.id)
      or (i.net_minor, i.vat_minor) <> (select coalesce(sum(net_minor), 0), coalesce(sum(vat_minor), 0)
        from invoice_taxes t where t.reseller_id = i.reseller_id and t.invoice_id = i.id)`,
  "the sums of an invoice by product are those of its lines": `
    select coalesce(s.reseller_id, l.reseller_id) as reseller_id, coalesce(s.invoice_id, l.invoice_id) as invoice_id, s.net_minor, l.net_minor
    from invoice_sums s
    full join (
      select reseller_id, invoice_id, product_id, vat_percent, sum(net_minor) as net_minor, sum(quantity) as quantity, count(*) as lines
      from invoice_lines group by 1, 2, 3, 4
    ) l using (reseller_id, invoice_id, product_id, vat_percent)
    where (s.net_minor, s.quantity, s.lines) is distinct from (l.net_minor, l.quantity, l.lines)`,
  "the ledger balances in each currency": `
    select reseller_id, posting_id, currency, sum(amount_minor) as out_by
    from ledger_entries group by reseller_id, posting_id, currency having sum(amount_minor) <> 0`,
  "what an invoice posts as receivable is its gross": `
    select i.reseller_id, i.number, i.gross_minor
    from invoices i
    where i.gross_minor <> (select coalesce(sum(amount_minor), 0) from ledger_entries e
      where e.reseller_id = i.reseller_id and e.posting_id = i.id and e.account = 'receivable')`,
  "what we hold of payments stands in the cash account of who took them": `
    with held as (select reseller_id, gateway, currency, sum(held_minor) as minor from payments group by 1, 2, 3 having sum(held_minor) <> 0),
    cash as (
      select reseller_id, substring(account from 6) as gateway, currency, sum(amount_minor) as minor
      from ledger_entries where account like 'cash:%' group by 1, 2, 3 having sum(amount_minor) <> 0)
    select * from held full join cash using (reseller_id, gateway, currency) where held.minor is distinct from cash.minor`,
  "nobody pays more of an invoice than it is": `
    select i.reseller_id, i.number, i.gross_minor, sum(e.amount_minor) as open_minor
    from invoices i join ledger_entries e on e.reseller_id = i.reseller_id and e.invoice_id = i.id and e.account = 'receivable'
    where i.kind = 'invoice' group by i.reseller_id, i.id having sum(e.amount_minor) < 0`,
  "every charge of an offer that a vendor asks for owes that vendor, in the same month and direction": `
    select c.reseller_id, c.id, c.description, c.amount_minor, p.amount_minor as owed
    from charges c
    join products o on o.id = c.product_id and o.fulfiller is not null
    left join payables p on p.reseller_id = c.reseller_id and p.charge_id = c.id
    -- Use of Azure is owed to who bills it, whoever else provides the plan.
    where not exists (select from azure_charges a where a.reseller_id = c.reseller_id and a.charge_id = c.id) and case when p.charge_id is null then exists (
        select from vendor_prices v where v.offer_id = c.offer_id and v.currency = c.currency and v.from_date <= c.period_from)
      else (p.vendor, p.due_on, p.currency) <> (o.fulfiller, c.due_on, c.currency) or sign(p.amount_minor) * sign(c.amount_minor) < 0 end`,
  "what a month's use is charged, and owes, is what its last report says": `
    with told as (
      select reseller_id, subscription_id, meter, month, (array_agg(amount_minor order by revision desc))[1] as minor,
        (array_agg(greatest(used - included, 0) order by revision desc))[1] as quantity
      from usage_months group by 1, 2, 3, 4
    ), charged as (
      select u.reseller_id, u.subscription_id, u.meter, u.month, sum(c.amount_minor) as minor, sum(c.measured) as quantity,
        sum(p.amount_minor) as owed, max(p.unit_cost) as cost, count(distinct coalesce(c.corrects, c.id)) as firsts
      from usage_months u join charges c on c.reseller_id = u.reseller_id and c.id = u.charge_id
      left join payables p on p.reseller_id = c.reseller_id and p.charge_id = c.id group by 1, 2, 3, 4
    )
    select t.*, c.minor as charged, c.quantity as counted, c.owed
    from told t left join charged c using (reseller_id, subscription_id, meter, month)
    where (coalesce(c.minor, 0), coalesce(c.quantity, 0)) <> (t.minor, t.quantity) or c.owed <> round(c.quantity * c.cost * 100) or c.firsts > 1
    union all
    select c.reseller_id, c.subscription_id, null, null, c.amount_minor, c.measured, null, null, null
    from charges c where c.measured is not null and not exists (
      select from usage_months u where u.reseller_id = c.reseller_id and u.charge_id = c.id) and not exists (
      select from azure_charges a where a.reseller_id = c.reseller_id and a.charge_id = c.id)`,
  "a month of Azure is charged and sold for what its vendor's files bill, rounded once, and owes what they ask": `
    select a.reseller_id, a.subscription_id, a.month, sum(a.cost) as cost, sum(a.price) as price, sum(c.amount_minor) as charged,
      sum(c.sale_minor) as sold, sum(p.amount_minor) as owed
    from azure_charges a
    join charges c on c.reseller_id = a.reseller_id and c.id = a.charge_id
    left join payables p on p.reseller_id = a.reseller_id and p.charge_id = a.charge_id
    group by 1, 2, 3
    having (sum(c.amount_minor), sum(c.sale_minor), sum(p.amount_minor)) is distinct from
      (round(sum(a.cost) * 100), round(sum(a.price) * 100), sum(trunc(a.cost * 100)))`,
  "what an invoice posts as owed to a vendor is what its charges owe": `
    with owed as (
      select i.reseller_id, i.id, p.vendor, sum(p.amount_minor) as minor from invoices i
      join payables p on p.reseller_id = i.reseller_id and p.currency = i.currency and p.due_on >= i.period_from and p.due_on < i.period_until
      where not exists (select from line_credits w where w.reseller_id = i.reseller_id and w.id = i.id)
      group by 1, 2, 3 having sum(p.amount_minor) <> 0
    ), posted as (
      select reseller_id, invoice_id as id, substring(account from 9) as vendor, -sum(amount_minor) as minor
      from ledger_entries where account like 'payable:%' group by 1, 2, 3
    )
    select * from owed full join posted using (reseller_id, id, vendor) where owed.minor is distinct from posted.minor`,
  "a vendor's invoice parts from what we owe by the differences that are told of it": `
    select i.id, i.ref, i.theirs_minor, i.ours_minor, sum(coalesce(d.theirs_minor, 0) - coalesce(d.ours_minor, 0)) as told
    from vendor_invoices i left join vendor_bill_differences d on d.invoice_id = i.id
      -- What a later report agreed with parts them no more.
      and not (i.source = 'report' and d.state = 'corrected' and d.decided_by is null)
    where i.read_at is not null group by i.id
    having coalesce(sum(coalesce(d.theirs_minor, 0) - coalesce(d.ours_minor, 0)), 0) <> i.theirs_minor - i.ours_minor`,
  "every invoice number follows the one before": `
    select legal_entity_id, kind, count(*), max(substring(number from '[0-9]+$')::int)
    from invoices group by legal_entity_id, kind having count(*) <> max(substring(number from '[0-9]+$')::int)`,
  "every running subscription is charged to the end of its billing period": `
    select s.reseller_id, s.id, s.name, s.period_until
    from subscriptions s
    where s.status <> 'cancelled' and s.period_until is not null and s.quantity > 0 and not exists (
      select from charges c where c.reseller_id = s.reseller_id and c.subscription_id = s.id
        and c.kind in ('recurring', 'prorated') and (c.period_until = s.period_until or exists (
          -- Where its vendor ends the term earlier, the rest of the period is given back.
          select from charges r where r.reseller_id = c.reseller_id and r.corrects = c.id and r.period_from = s.period_until)))
      and not (s.vendor_ref is null and exists (
        select from held_charges h join order_lines l on l.reseller_id = h.reseller_id and l.order_id = h.order_id and l.subscription_id = s.id
        where h.reseller_id = s.reseller_id and h.subscription_id = s.id and l.state <> 'done'))`,
  "what an order promised to charge counts once its vendor has done it, and not before": `
    select h.reseller_id, h.order_id, h.subscription_id, h.id, c.id as charge
    from held_charges h
    join orders o on o.reseller_id = h.reseller_id and o.id = h.order_id
    left join charges c on c.reseller_id = h.reseller_id and c.id = h.id
    where not exists (select from goods_lines g where g.reseller_id = h.reseller_id and g.order_id = h.order_id) and (c.id is not null) <> ((h.subscription_id is not null or o.status <> 'Working') and exists (
      select from order_lines l where l.reseller_id = h.reseller_id and l.order_id = h.order_id and l.state = 'done'
        and l.subscription_id = coalesce(h.subscription_id, l.subscription_id)))`,
  "goods are charged as they leave, and what comes with them once anything has left": `
    select g.reseller_id, g.order_id, g.subscription_id, g.dispatched, g.returned, sum(c.quantity) as charged
    from goods_lines g left join charges c on c.reseller_id = g.reseller_id and c.subscription_id = g.subscription_id
    group by g.reseller_id, g.subscription_id having g.dispatched - g.returned <> coalesce(sum(c.quantity), 0)
      or coalesce(sum(c.amount_minor), 0) <> round(coalesce(max(c.unit_cost), 0) * (g.dispatched - g.returned) * 100)
    union all
    select h.reseller_id, h.order_id, h.id, sum(g.dispatched), null, count(c.id)
    from held_charges h join goods_lines g on g.reseller_id = h.reseller_id and g.order_id = h.order_id
      left join charges c on c.reseller_id = h.reseller_id and c.id = h.id
    where h.subscription_id is null group by h.reseller_id, h.order_id, h.id having (count(c.id) > 0) <> (sum(g.dispatched) > 0)`,
};

/** All other invariants that a single statement can check. */
export const countingChecks: Record<string, string> = {
  "what is in stock is what its moves add up to, and what is reserved is reserved for open lines": `
    select k.sku, k.free, k.reserved, m.free as moved_free, m.reserved as moved_reserved, l.reserved as of_lines
    from stock_levels k
    left join lateral (
      select coalesce(sum(case when to_place = 'free' then quantity when from_place = 'free' then -quantity end), 0) as free,
        coalesce(sum(case when to_place = 'reserved' then quantity when from_place = 'reserved' then -quantity end), 0) as reserved
      from stock_moves where sku = k.sku) m on true
    left join lateral (select coalesce(sum(reserved), 0) as reserved from goods_lines where sku = k.sku) l on true
    where (k.free, k.reserved) is distinct from (m.free::int, m.reserved::int) or k.reserved <> l.reserved`,
  "while anybody waits for goods, none are free": `
    select g.sku, k.free, g.reseller_id, g.subscription_id from goods_lines g join stock_levels k on k.sku = g.sku
    where k.free > 0 and g.is_open and g.reserved + g.dispatched + g.cancelled < g.ordered`,
  "what is bought of goods is what was ordered less what was cancelled or came back": `
    select g.reseller_id, g.subscription_id, g.ordered, g.cancelled, g.returned, s.quantity
    from goods_lines g join subscriptions s on s.reseller_id = g.reseller_id and s.id = g.subscription_id
      join order_lines l on l.reseller_id = g.reseller_id and l.order_id = g.order_id and l.subscription_id = g.subscription_id
    where l.state = 'done' and s.quantity <> g.ordered - g.cancelled - g.returned`,
  // What came to be, or was refused its end, since the day's work is turned by the next.
  "no billing period is over that the day's work has not turned": `
    select s.reseller_id, s.id, s.name, s.period_until
    from subscriptions s, business_clock k
    where s.status <> 'cancelled' and s.period_until <= k.worked_until and (s.vendor_ref is not null or not exists (
      select from order_lines l where l.reseller_id = s.reseller_id and l.subscription_id = s.id and l.state <> 'done'))
      and not exists (select from order_lines l where l.reseller_id = s.reseller_id and l.subscription_id = s.id and l.settled_at::date >= k.worked_until)
      and (s.period_until is distinct from s.term_until or not exists (select from vendor_views v
        where v.reseller_id = s.reseller_id and v.subscription_id = s.id and v.facts ->> 'termUntil' > k.worked_until::text))`,
  "what a vendor refused leaves the charges as if it had never been ordered": `
    select l.reseller_id, l.order_id, l.subscription_id, sum(c.amount_minor)
    from order_lines l join charges c on c.reseller_id = l.reseller_id and c.order_id = l.order_id and c.subscription_id = l.subscription_id
    where l.state = 'refused' group by 1, 2, 3 having sum(c.amount_minor) <> 0
    union all
    select o.reseller_id, o.id, null, sum(c.amount_minor)
    from orders o join charges c on c.reseller_id = o.reseller_id and c.order_id = o.id and c.subscription_id is null
    where o.status = 'Failed' and not exists (
      select from order_lines l where l.reseller_id = o.reseller_id and l.order_id = o.id and l.state <> 'refused')
    group by 1, 2 having sum(c.amount_minor) <> 0`,
  "nothing is charged before its vendor has it": `
    select s.reseller_id, s.id, s.name, sum(c.amount_minor)
    from subscriptions s join charges c on c.reseller_id = s.reseller_id and c.subscription_id = s.id
    where s.vendor_ref is null and exists (
      select from order_lines l join orders o on o.reseller_id = l.reseller_id and o.id = l.order_id
      where l.reseller_id = s.reseller_id and l.subscription_id = s.id and o.task = 'add' and l.state <> 'done')
      and not exists (select from dispatches d where d.reseller_id = s.reseller_id and d.subscription_id = s.id)
    group by 1, 2, 3 having sum(c.amount_minor) <> 0`,
  "no day is charged before a service that was provided late began": `
    select h.reseller_id, h.subscription_id, h.data ->> 'termFrom' as began, sum(c.amount_minor)
    from subscription_history h
    join charges c on c.reseller_id = h.reseller_id and c.subscription_id = h.subscription_id and c.period_from < (h.data ->> 'termFrom')::date
      -- What is measured is charged by the month.
      and c.measured is null
    where h.kind = 'datesMoved' and h.data ->> 'reason' = 'late' group by h.reseller_id, h.id having sum(c.amount_minor) <> 0`,
  "what is given back names the charge that it corrects": `
    select c.reseller_id, c.id, c.subscription_id, c.amount_minor
    from charges c left join charges k on k.reseller_id = c.reseller_id and k.id = c.corrects
    where c.amount_minor < 0 and (k.id is null or k.subscription_id is distinct from c.subscription_id)`,
  "corrections take back no more than there was, to the penny of each": `
    select c.reseller_id, c.id, c.amount_minor, sum(k.amount_minor)
    from charges k join charges c on c.reseller_id = k.reseller_id and c.id = k.corrects
    group by c.reseller_id, c.id having abs(sum(k.amount_minor)) > abs(c.amount_minor) + count(*) and sign(c.amount_minor) <> sign(sum(k.amount_minor))`,
  "an order is at work exactly while a line of it is": `
    select o.reseller_id, o.id, o.status
    from orders o
    where (o.status = 'Working') <> exists (
      select from order_lines l where l.reseller_id = o.reseller_id and l.order_id = o.id and l.state = 'working')`,
  "a customer's counters tell its services and people": `
    select c.reseller_id, c.name, c.service_count, c.user_count
    from customers c
    left join (select reseller_id, customer_id, count(*) as number from service_instances
      where status not in ('Deleted', 'Upgraded') group by 1, 2) i on i.reseller_id = c.reseller_id and i.customer_id = c.id
    left join (select reseller_id, customer_id, count(*) as number from memberships
      where customer_id is not null and deleted_at is null group by 1, 2) m on m.reseller_id = c.reseller_id and m.customer_id = c.id
    where c.service_count <> coalesce(i.number, 0) or c.user_count <> coalesce(m.number, 0)`,
  "the tallies are what the rows add up to": `
    select r.id as reseller_id, f.* from resellers r cross join lateral tally_faults(r.id) f`,
  "the tallies of a company are those of its customers together": `
    select reseller_id, figure, month, product_id, mark from tallies where figure in ('seats', 'active', 'ended')
    group by 1, 2, 3, 4, 5
    having sum(case customer_id when '00000000-0000-0000-0000-000000000000' then amount else -amount end) <> 0`,
  "a service that is gone has no subscription left, one that stands has": `
    select i.reseller_id, i.id, i.status
    from service_instances i
    where (i.status = 'Deleted') = exists (select from subscriptions s
      where s.reseller_id = i.reseller_id and s.instance_id = i.id and s.status <> 'cancelled')
      and i.status not in ('Deleting', 'DeletionFailed')`,
  "a service is at work exactly while an order of it is": `
    select i.reseller_id, i.id, i.status
    from service_instances i
    where (i.status in ('Activating', 'Deleting')) <> exists (select from orders o
      where o.reseller_id = i.reseller_id and o.instance_id = i.id and o.status = 'Working')`,
};
