-- What an offer asks of each line, as questions; the answers stand with the line and with what came of it.
alter table offers add column attributes jsonb not null default '[]';
alter table order_lines add column attributes jsonb not null default '{}';
alter table subscriptions add column attributes jsonb not null default '{}';

alter table subscription_history drop constraint subscription_history_kind_check;
alter table subscription_history add constraint subscription_history_kind_check check (kind in
  ('started', 'renewed', 'seatsAdded', 'seatsRemoved', 'priceFixed', 'attributesSet', 'scheduled', 'suspended', 'resumed', 'dispatched',
   'cancelled', 'upgraded', 'undone'));
