-- Stored payment methods are looked at every day at whoever keeps them.
alter table payment_methods
  -- The last business day on which it was.
  add column looked_on date;
create index payment_methods_to_watch on payment_methods (gateway, looked_on nulls first) where status = 'Active';
grant update (looked_on, last_four, expiry_month, expiry_year, status, closed_at) on payment_methods to app_worker;
