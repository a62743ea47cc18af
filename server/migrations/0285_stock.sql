-- Goods that lie in a warehouse: how many there are, for whom they are kept, and every move of a unit from one place to
-- another. What is sold and has left is known by its order's line.
alter table policies drop constraint policies_kind_check,
  add constraint policies_kind_check check (kind in ('window', 'refund', 'termEnd', 'intent', 'goods'));
-- Null for what is not goods.
alter table offers add column goods_policy_id text references policies (id);

-- Counted from its first receipt on. What is not counted comes from its supplier and is always there.
create table stock_levels (
  sku text primary key,
  free int not null default 0 check (free >= 0),
  reserved int not null default 0 check (reserved >= 0)
);
grant select on stock_levels to app_operator, app_worker;

create table stock_moves (
  id uuid primary key default uuidv7(),
  sku text not null references stock_levels (sku),
  kind text not null,
  from_place text not null,
  to_place text not null,
  quantity int not null check (quantity > 0),
  -- The line of an order that it was for.
  reseller_id uuid,
  order_id uuid,
  subscription_id uuid,
  reason text,
  -- Null where nobody did it, such as a reservation.
  moved_by text,
  moved_at timestamptz not null,
  check ((kind, from_place, to_place) in (
    ('received', 'outside', 'free'), ('reserved', 'free', 'reserved'), ('released', 'reserved', 'free'), ('dispatched', 'reserved', 'sent'),
    ('returned', 'sent', 'free'), ('writtenOff', 'sent', 'lost'), ('writtenOff', 'free', 'lost'),
    ('adjusted', 'outside', 'free'), ('adjusted', 'free', 'outside'))),
  check ((kind in ('received', 'adjusted') or from_place = 'free' and to_place = 'lost') = (order_id is null))
);
create index stock_moves_of_sku on stock_moves (sku, id desc);
create index stock_moves_of_line on stock_moves (reseller_id, order_id) where order_id is not null;
create trigger append_only before delete or update of id, sku, kind, from_place, to_place, quantity, reseller_id, order_id, subscription_id, moved_at
  on stock_moves for each row execute function refuse_change();
grant select, insert on stock_moves to app_operator;
grant select on stock_moves to app_worker;

-- The levels are what the moves add up to: nothing else writes them, and neither can go below zero.
create function move_stock() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update stock_levels set
    free = free + case when new.to_place = 'free' then new.quantity when new.from_place = 'free' then -new.quantity else 0 end,
    reserved = reserved + case when new.to_place = 'reserved' then new.quantity when new.from_place = 'reserved' then -new.quantity else 0 end
  where sku = new.sku;
  return null;
end $$;
create trigger moved after insert on stock_moves for each row execute function move_stock();

-- How far each ordered line of goods has come.
create table goods_lines (
  reseller_id uuid not null references resellers (id),
  subscription_id uuid not null,
  order_id uuid not null,
  customer_id uuid not null,
  product_id text not null references products (id),
  sku text not null,
  ordered int not null check (ordered > 0),
  reserved int not null default 0 check (reserved >= 0),
  dispatched int not null default 0 check (dispatched >= 0),
  -- Not to be sent any more.
  cancelled int not null default 0 check (cancelled >= 0),
  returned int not null default 0 check (returned between 0 and dispatched),
  -- Whether the rest is still to be sent.
  is_open boolean not null default true,
  -- Whether it waits for what is in stock.
  is_counted boolean not null default false,
  -- Its place among those that wait for more to come in.
  waits_since timestamptz not null,
  -- For how many days a reservation holds, and until when the present one does.
  reserve_days int not null,
  reserved_until date,
  primary key (reseller_id, subscription_id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id),
  check (reserved + dispatched + cancelled <= ordered),
  check (is_open or reserved = 0)
);
create index goods_lines_of_order on goods_lines (reseller_id, order_id);
-- Whoever ordered first is first, whoever sells it: the only indexes here that are not led by the tenant.
create index goods_lines_in_turn on goods_lines (sku, waits_since) where is_open;
create index goods_lines_reserved on goods_lines (reserved_until) where is_open and reserved > 0;
alter table goods_lines enable row level security;
create policy tenant on goods_lines to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on goods_lines to app_worker using (true) with check (true);
create policy operator on goods_lines for select to app_operator using (true);
create policy own_customers on goods_lines as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on goods_lines as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select on goods_lines to app_tenant, app_operator, app_worker;

-- The following take a SKU's level before its lines, several in order, so that nobody waits for each other in a circle.

-- Counts a product from now on, and holds its level until the end of the transaction. Returns how many are free.
create function take_stock(of_sku text) returns int language plpgsql security definer set search_path = public as $$
declare have int;
begin
  insert into stock_levels (sku) values (of_sku) on conflict do nothing;
  select free into have from stock_levels where sku = of_sku for update;
  return have;
end $$;

-- Gives what is free to those who wait for it, in their turn.
create function allocate_goods(of_sku text, at timestamptz) returns void language plpgsql security definer set search_path = public as $$
declare
  have int;
  line goods_lines;
  given int;
begin
  select free into have from stock_levels where sku = of_sku for update;
  if not found then return; end if;
  update goods_lines set is_counted = true where sku = of_sku and is_open and not is_counted;
  for line in
    select * from goods_lines where sku = of_sku and is_open and reserved + dispatched + cancelled < ordered
    order by waits_since, subscription_id for update
  loop
    exit when have = 0;
    given := least(have, line.ordered - line.reserved - line.dispatched - line.cancelled);
    have := have - given;
    update goods_lines set reserved = reserved + given, reserved_until = (at at time zone 'UTC')::date + reserve_days
    where reseller_id = line.reseller_id and subscription_id = line.subscription_id;
    insert into stock_moves (sku, kind, from_place, to_place, quantity, reseller_id, order_id, subscription_id, moved_at)
    values (of_sku, 'reserved', 'free', 'reserved', given, line.reseller_id, line.order_id, line.subscription_id, at);
  end loop;
end $$;

-- How much is free of what is counted: all that a company learns about the warehouse.
create function stock_of(skus text[]) returns table (sku text, free int) language sql stable security definer set search_path = public
begin atomic
  select k.sku, k.free from stock_levels k where k.sku = any (skus);
end;

-- Takes the turn of an order's lines that are at work, and says how many of each are missing of what is counted.
create function reserve_goods(reseller uuid, of_order uuid, at timestamptz)
returns table (subscription_id uuid, missing int, refuses boolean) language plpgsql security definer set search_path = public as $$
declare of_sku text;
begin
  if app_reseller() <> reseller then raise exception 'The order is not of this company'; end if;
  insert into goods_lines as g (reseller_id, subscription_id, order_id, customer_id, product_id, sku, ordered, reserve_days, waits_since)
  select l.reseller_id, l.subscription_id, l.order_id, s.customer_id, s.product_id, s.sku, l.quantity, (p.value ->> 'reserveDays')::int, at
  from order_lines l
    join subscriptions s on s.reseller_id = l.reseller_id and s.id = l.subscription_id
    join policies p on p.id = s.policy_ids ->> 'goods'
  where l.reseller_id = reseller and l.order_id = of_order and l.state = 'working'
  on conflict on constraint goods_lines_pkey do update set is_open = true, waits_since = at;
  for of_sku in select distinct g.sku from goods_lines g where g.reseller_id = reseller and g.order_id = of_order and g.is_open order by 1 loop
    perform allocate_goods(of_sku, at);
  end loop;
  return query select g.subscription_id, g.ordered - g.reserved - g.dispatched - g.cancelled, p.value ->> 'short' = 'refuse'
    from goods_lines g join stock_levels k on k.sku = g.sku
      join subscriptions s on s.reseller_id = g.reseller_id and s.id = g.subscription_id join policies p on p.id = s.policy_ids ->> 'goods'
    where g.reseller_id = reseller and g.order_id = of_order and g.is_open;
end $$;

-- Ends lines of an order: what was kept for them is free again, and the rest is cancelled or waits to be ordered again.
create function close_goods(reseller uuid, of_order uuid, of_lines uuid[], cancels boolean, at timestamptz)
returns void language plpgsql security definer set search_path = public as $$
declare
  own record;
  line goods_lines;
begin
  if app_reseller() <> reseller then raise exception 'The order is not of this company'; end if;
  for own in
    select g.sku, g.subscription_id from goods_lines g
    where g.reseller_id = reseller and g.order_id = of_order and g.subscription_id = any (of_lines) and g.is_open order by 1, 2
  loop
    perform from stock_levels k where k.sku = own.sku for update;
    select * into line from goods_lines g where g.reseller_id = reseller and g.subscription_id = own.subscription_id and g.is_open for update;
    continue when not found;
    update goods_lines g set is_open = false, reserved = 0, reserved_until = null,
      cancelled = case when cancels then g.ordered - g.dispatched else g.cancelled end
    where g.reseller_id = reseller and g.subscription_id = line.subscription_id;
    continue when line.reserved = 0;
    insert into stock_moves (sku, kind, from_place, to_place, quantity, reseller_id, order_id, subscription_id, moved_at)
    values (line.sku, 'released', 'reserved', 'free', line.reserved, reseller, of_order, line.subscription_id, at);
    perform allocate_goods(line.sku, at);
  end loop;
end $$;

-- Sends units of a line: of what is counted only what is kept for it. Says whether they were there.
create function dispatch_goods(reseller uuid, line_of uuid, units int, who text, at timestamptz)
returns boolean language plpgsql security definer set search_path = public as $$
declare
  line goods_lines;
  counted boolean;
begin
  select * into line from goods_lines g where g.reseller_id = reseller and g.subscription_id = line_of;
  if not found then return false; end if;
  perform from stock_levels k where k.sku = line.sku for update;
  counted := found;
  select * into line from goods_lines g where g.reseller_id = reseller and g.subscription_id = line_of for update;
  if not line.is_open or line.dispatched + line.cancelled + units > line.ordered or counted and line.reserved < units then return false; end if;
  update goods_lines g set dispatched = g.dispatched + units, reserved = case when counted then g.reserved - units else 0 end,
    reserved_until = case when g.reserved > units then g.reserved_until end, is_open = g.dispatched + g.cancelled + units < g.ordered
  where g.reseller_id = reseller and g.subscription_id = line_of;
  if counted then
    insert into stock_moves (sku, kind, from_place, to_place, quantity, reseller_id, order_id, subscription_id, moved_by, moved_at)
    values (line.sku, 'dispatched', 'reserved', 'sent', units, reseller, line.order_id, line_of, who, at);
  end if;
  return true;
end $$;

-- Gives up reservations that are over, for whoever has waited longer.
create function lapse_goods(today date, at timestamptz) returns void language plpgsql security definer set search_path = public as $$
declare
  over record;
  line goods_lines;
begin
  for over in
    select g.reseller_id, g.subscription_id, g.sku from goods_lines g
    where g.is_open and g.reserved > 0 and g.reserved_until <= today order by g.sku, g.waits_since, g.subscription_id
  loop
    perform from stock_levels k where k.sku = over.sku for update;
    select * into line from goods_lines g
    where g.reseller_id = over.reseller_id and g.subscription_id = over.subscription_id and g.is_open and g.reserved > 0 and g.reserved_until <= today for update;
    continue when not found;
    update goods_lines g set reserved = 0, reserved_until = null, waits_since = at
    where g.reseller_id = line.reseller_id and g.subscription_id = line.subscription_id;
    insert into stock_moves (sku, kind, from_place, to_place, quantity, reseller_id, order_id, subscription_id, reason, moved_at)
    values (line.sku, 'released', 'reserved', 'free', line.reserved, line.reseller_id, line.order_id, line.subscription_id, 'The reservation was over', at);
    perform allocate_goods(line.sku, at);
  end loop;
end $$;

revoke all on function stock_of, take_stock, allocate_goods, reserve_goods, close_goods, dispatch_goods, lapse_goods from public;
grant execute on function stock_of, reserve_goods, close_goods to app_tenant, app_worker;
grant execute on function take_stock, close_goods, dispatch_goods, allocate_goods to app_operator;
grant execute on function lapse_goods to app_worker;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(86, 'Stock they moved', 'stock_moves', 'without_names(t.moved_by, $2) <> t.moved_by and exists (select from operators where person_id = $1)', '{kind,sku,quantity,moved_at}', '{}', 'changed', '{"moved_by": "without_names(moved_by, $2)"}', null);
