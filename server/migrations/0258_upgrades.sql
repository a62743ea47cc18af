-- Units of one subscription move to a better offer: a line for each side, of which the target's names the source.
alter table orders drop constraint orders_task_check;
alter table orders add constraint orders_task_check check (task in ('add', 'change', 'schedule', 'cancel', 'suspend', 'resume', 'details', 'upgrade'));

alter table order_lines
  -- The subscription that the units come from: another one, or the line's own if all of it turns into the line's offer.
  add column from_subscription_id uuid,
  add column moved int check (moved > 0),
  add check ((from_subscription_id is null) = (moved is null));

-- 'converted': all units of a subscription are of another offer from then on.
alter table subscription_history drop constraint subscription_history_kind_check;
alter table subscription_history add constraint subscription_history_kind_check check (kind in
  ('started', 'renewed', 'seatsAdded', 'seatsRemoved', 'priceFixed', 'attributesSet', 'scheduled', 'suspended', 'resumed', 'dispatched', 'cancelled', 'upgraded',
   'converted', 'undone'));
