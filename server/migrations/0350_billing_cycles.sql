-- The billing of a term changes with a charge in its middle.
alter table orders drop constraint orders_task_check,
  add constraint orders_task_check check (task in ('add', 'change', 'newTerm', 'billing', 'schedule', 'cancel', 'suspend', 'resume', 'details', 'upgrade'));

-- From when its periods count, if its billing changed in the middle of its term.
alter table subscriptions add column billed_from date;

-- As before, except that what is billed otherwise in the middle of its term keeps the price of the day on which that began.
create or replace function payable_of(c charges) returns setof payables language sql stable
begin atomic
  select c.reseller_id, c.id, v.fulfiller, c.due_on, v.cost,
    case when c.measured is null then vendor_amount(c.amount_minor, c.quantity, c.unit_cost, v.cost) else (
      select round(sum(m.measured) * v.cost * 100) - coalesce(sum(k.amount_minor), 0)
      from charges m left join payables k on k.reseller_id = m.reseller_id and k.charge_id = m.id
      where m.reseller_id = c.reseller_id and (m.id = coalesce(c.corrects, c.id) or m.corrects = coalesce(c.corrects, c.id))
    ) end, c.currency
  from (
    select p.fulfiller, coalesce(case when c.corrects is not null then (
      select unit_cost from payables where reseller_id = c.reseller_id and charge_id = c.corrects) end, (
      select cost from vendor_prices
      where offer_id = c.offer_id and currency = c.currency and from_date <= case
        when c.measured is not null then c.period_from
        -- Prices are protected until the term ends, and without one until the period does.
        when s.id is null or s.term_until <= c.period_from then c.period_from
        when s.term_until is null then case when c.period_from < s.period_until then least(c.period_from, s.period_from) else c.period_from end
        -- Units that came by an upgrade have the price of that day, unless the vendor refused it; another billing changes no day.
        when s.term_from <= c.period_from then greatest(s.term_from, (
          select max((h.effective_at at time zone 'UTC')::date) from subscription_history h
          where h.reseller_id = s.reseller_id and h.subscription_id = s.id and h.kind in ('started', 'converted')
            and not (h.kind = 'converted' and h.data ? 'billedFrom') and (h.effective_at at time zone 'UTC')::date <= c.period_from
            and not exists (select from subscription_history u
              where u.reseller_id = h.reseller_id and u.subscription_id = h.subscription_id and u.order_id = h.order_id
                and u.kind = 'undone' and (u.recorded_at, u.id) > (h.recorded_at, h.id))))
        else coalesce((
          select (h.data ->> 'termFrom')::date from subscription_history h
          where h.reseller_id = s.reseller_id and h.subscription_id = s.id and h.kind in ('started', 'renewed')
            and (h.data ->> 'termFrom')::date <= c.period_from
          order by h.data ->> 'termFrom' desc limit 1), c.period_from)
        end
      order by from_date desc limit 1)) as cost
    from products p
    left join subscriptions s on s.reseller_id = c.reseller_id and s.id = c.subscription_id
    where p.id = c.product_id and p.fulfiller is not null
    offset 0
  ) v
  where v.cost is not null;
end;
