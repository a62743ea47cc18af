-- What was wanted before there were intents, with who wanted it last. What the vendor has is seen with the next look.
insert into intents (reseller_id, customer_id, product_id, subscription_id, kind, wish, counts_from, set_by, set_at, state, since)
select s.reseller_id, s.customer_id, s.product_id, s.id, 'termEnd', s.term_end, s.term_until, o.placed_by_name, h.recorded_at,
  case o.status when 'Completed' then 'placed' else 'notYet' end, coalesce(o.completed_at, h.recorded_at)
from subscriptions s
cross join lateral (
  select * from subscription_history h where h.reseller_id = s.reseller_id and h.subscription_id = s.id and h.kind = 'scheduled'
  order by h.id desc limit 1) h
join orders o on o.reseller_id = h.reseller_id and o.id = h.order_id
where s.status <> 'cancelled' and s.term_until is not null and s.term_end = h.data -> 'termEnd'
  and s.term_end <> '{"outcome": "renew", "offerId": null, "quantity": null}'
  and not exists (select from intents i where i.reseller_id = s.reseller_id and i.subscription_id = s.id and i.kind = 'termEnd' and i.closed_at is null);
