-- As before, with the price looked up once: the planner otherwise repeats it wherever it is mentioned.
create or replace function payable_of(c charges) returns setof payables language sql stable
begin atomic
  select c.reseller_id, c.id, v.fulfiller, c.due_on, v.cost, vendor_amount(c.amount_minor, c.quantity, c.unit_cost, v.cost), c.currency
  from (
    select p.fulfiller, coalesce(case when c.corrects is not null then (
      select unit_cost from payables where reseller_id = c.reseller_id and charge_id = c.corrects) end, (
      select cost from vendor_prices
      where offer_id = c.offer_id and currency = c.currency and from_date <= case
        -- Prices are protected until the term ends, and without one until the period does.
        when s.id is null or s.term_until <= c.period_from then c.period_from
        when s.term_until is null then case when c.period_from < s.period_until then least(c.period_from, s.period_from) else c.period_from end
        when s.term_from <= c.period_from then s.term_from
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
drop function priced_on;

-- Products are few, and each charge looks up one of them: reading all of them for each would cost more than all the rest.
alter function owe_vendors() set enable_seqscan = off;
