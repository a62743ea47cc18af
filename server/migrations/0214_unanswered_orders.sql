-- How an order gets on at its vendor, in real time: the clock of the business may stand or jump.
alter table orders
  -- When it last got further; null until it first did.
  add column moved_at timestamptz,
  -- Since when the vendor has not answered, and when somebody was told.
  add column unsure_since timestamptz,
  add column unsure_told_at timestamptz,
  add column next_look_at timestamptz;
grant update (moved_at, next_look_at) on orders to app_tenant;
