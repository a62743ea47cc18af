-- How often a failed order was tried again, when last in real time, and why it had failed before: each time takes a
-- longer pause, and colleagues hear of the same reason once.
alter table orders
  add column retries int not null default 0,
  add column retried_at timestamptz,
  add column refused_before text;
grant update (retries, retried_at, refused_before) on orders to app_tenant;
