-- 'datesMoved': the dates of a running term are others, because it began later than it was ordered for or its vendor has others.
alter table subscription_history drop constraint subscription_history_kind_check;
alter table subscription_history add constraint subscription_history_kind_check check (kind in
  ('started', 'renewed', 'seatsAdded', 'seatsRemoved', 'priceFixed', 'attributesSet', 'scheduled', 'suspended', 'resumed', 'dispatched', 'cancelled', 'upgraded',
   'converted', 'datesMoved', 'undone'));
