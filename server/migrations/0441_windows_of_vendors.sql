-- 'windowsMoved': the vendor takes units back until other instants than were promised.
alter table subscription_history drop constraint subscription_history_kind_check;
alter table subscription_history add constraint subscription_history_kind_check check (kind in
  ('started', 'renewed', 'seatsAdded', 'seatsRemoved', 'priceFixed', 'attributesSet', 'scheduled', 'suspended', 'resumed', 'dispatched', 'cancelled', 'upgraded',
   'converted', 'datesMoved', 'windowsMoved', 'peopleSet', 'undone'));
