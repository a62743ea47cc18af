-- Seats over time are folded from the history's quantities alone: kept as a column, so that an index holds all of it.
alter table subscription_history
  add column quantity int generated always as (case when kind in ('started', 'renewed', 'seatsAdded', 'seatsRemoved') then (data ->> 'quantity')::int end) stored;
create index subscription_history_of_seats on subscription_history (reseller_id, subscription_id, effective_at, recorded_at, id) include (kind, quantity);
drop index subscription_history_of_subscription;

-- What was charged in a stretch of days, by customer and product, from the index alone.
create index charges_by_day_and_what on charges (reseller_id, due_on) include (amount_minor, customer_id, product_id);
drop index charges_by_due_day;

-- What a subscription is, for sums over all of them.
create index subscriptions_for_sums on subscriptions (reseller_id, id) include (customer_id, product_id, billing);
