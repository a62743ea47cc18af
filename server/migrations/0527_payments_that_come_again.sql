-- Counts how a payment moved: what was read of it before does not undo what was read since, and no move is posted twice. What
-- went back may come again, such as a dispute that was won, so that a payment has the same amount more than once.
alter table payments add column version int not null default 0;
alter table payment_events
  add column version int,
  -- Why money went back.
  add column reason text check (length(reason) <= 500);
drop index payment_events_posted_once;
create unique index payment_events_once on payment_events (reseller_id, payment_id, version);
grant update (version) on payments to app_tenant;
grant insert (version) on payment_events to app_tenant;
