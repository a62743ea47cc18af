-- What has left of an order's goods, part by part. Each part is charged as it leaves; what is held for the rest never is
-- where the rest is cancelled.
create table dispatches (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  order_id uuid not null,
  subscription_id uuid not null,
  customer_id uuid not null,
  product_id text not null references products (id),
  quantity int not null check (quantity > 0),
  carrier text,
  tracking text,
  -- What it cost; null where nothing was promised to be charged.
  charge_id uuid,
  dispatched_by text not null,
  dispatched_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  foreign key (reseller_id, subscription_id) references goods_lines (reseller_id, subscription_id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, charge_id) references charges (reseller_id, id)
);
create index dispatches_of_order on dispatches (reseller_id, order_id);
create index dispatches_of_line on dispatches (reseller_id, subscription_id);
create trigger append_only before delete or update of reseller_id, id, order_id, subscription_id, quantity, charge_id, dispatched_at
  on dispatches for each row execute function refuse_change();
alter table dispatches enable row level security;
create policy tenant on dispatches to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on dispatches to app_worker using (true) with check (true);
create policy operator on dispatches for select to app_operator using (true);
create policy own_customers on dispatches as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on dispatches as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select on dispatches to app_tenant, app_operator, app_worker;

-- What has been dispatched before was charged with its line.
create function goes_in_parts(reseller uuid, of_subscription uuid) returns boolean language sql stable
  return exists (select from dispatches d where d.reseller_id = reseller and d.subscription_id = of_subscription)
    or exists (select from goods_lines g where g.reseller_id = reseller and g.subscription_id = of_subscription and g.cancelled > 0);

-- As before, and what goes in parts is charged with them.
create or replace function release_charges(reseller uuid, of_order uuid, subscriptions uuid[], at timestamptz) returns void language sql
begin atomic
  with open as (select billed_until from billing_state where reseller_id = reseller for share)
  insert into charges (reseller_id, id, customer_id, subscription_id, order_id, product_id, offer_id, kind, description, period_from,
    period_until, due_on, quantity, unit_cost, amount_minor, currency, policy_id, recorded_at)
  select h.reseller_id, h.id, h.customer_id, h.subscription_id, h.order_id, h.product_id, h.offer_id, h.kind, h.description, h.period_from,
    h.period_until, greatest(h.due_on, open.billed_until), h.quantity, h.unit_cost, h.amount_minor, h.currency, h.policy_id, at
  from open cross join held_charges h
  where h.reseller_id = reseller and h.order_id = of_order
    and case when subscriptions is null then h.subscription_id is null else h.subscription_id = any (subscriptions) end
    and not exists (select from charges c where c.reseller_id = h.reseller_id and c.id = h.id)
    and (h.kind <> 'once' or h.subscription_id is null or not goes_in_parts(h.reseller_id, h.subscription_id))
  order by h.id;
end;

-- What belongs to an order as a whole is charged at its end, if anything of it was done, and did leave.
create or replace function release_charges_of_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select from order_lines l left join goods_lines g on g.reseller_id = l.reseller_id and g.subscription_id = l.subscription_id and g.order_id = l.order_id
    where l.reseller_id = new.reseller_id and l.order_id = new.id and l.state = 'done' and (g.subscription_id is null or g.dispatched > 0)) then
    perform release_charges(new.reseller_id, new.id, null, new.completed_at);
  end if;
  return null;
end $$;

-- Charges a part: what all sent until then cost, less what those before it did, so that the parts add up to the whole.
create function charge_part(line goods_lines, units int, at timestamptz) returns uuid language plpgsql as $$
declare
  held held_charges;
  part uuid;
begin
  select * into held from held_charges h
  where h.reseller_id = line.reseller_id and h.order_id = line.order_id and h.subscription_id = line.subscription_id and h.kind = 'once';
  if not found then return null; end if;
  insert into charges (reseller_id, customer_id, subscription_id, order_id, product_id, offer_id, kind, description, period_from,
    period_until, due_on, quantity, unit_cost, amount_minor, currency, policy_id, recorded_at)
  select held.reseller_id, held.customer_id, held.subscription_id, held.order_id, held.product_id, held.offer_id, held.kind,
    held.description, held.period_from, held.period_until, greatest(held.due_on, b.billed_until), units, held.unit_cost,
    round(held.unit_cost * (line.dispatched + units) * 100) - round(held.unit_cost * line.dispatched * 100), held.currency, held.policy_id, at
  from billing_state b where b.reseller_id = line.reseller_id
  returning id into part;
  -- Delivery and the like, with the first part.
  perform release_charges(line.reseller_id, line.order_id, null, at);
  return part;
end $$;

-- Ends the work on goods of which none is left to send.
create function end_goods_work(reseller uuid, of_order uuid, at timestamptz) returns void language sql
begin atomic
  update work_items w set status = 'done', finished_at = at
  where w.reseller_id = reseller and w.order_id = of_order and w.status in ('queued', 'working')
    and not exists (select from order_lines l left join goods_lines g on g.reseller_id = l.reseller_id and g.subscription_id = l.subscription_id
      where l.reseller_id = reseller and l.order_id = of_order and l.state = 'working' and coalesce(g.is_open, true));
end;

-- Sends units of a line: of what is counted only what is kept for it. Says whether they were there.
create function send_goods(reseller uuid, line_of uuid, units int, by_carrier text, number text, who text, at timestamptz)
returns boolean language plpgsql security definer set search_path = public as $$
declare
  line goods_lines;
  counted boolean;
begin
  -- The end of a month of this company is waited for before others wait for the stock.
  perform from billing_state where reseller_id = reseller for share;
  select * into line from goods_lines g where g.reseller_id = reseller and g.subscription_id = line_of;
  if not found or units < 1 then return false; end if;
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
  insert into dispatches (reseller_id, order_id, subscription_id, customer_id, product_id, quantity, carrier, tracking, charge_id, dispatched_by, dispatched_at)
  values (reseller, line.order_id, line_of, line.customer_id, line.product_id, units, by_carrier, number, charge_part(line, units, at), who, at);
  perform end_goods_work(reseller, line.order_id, at);
  return true;
end $$;
-- By the version before.
create or replace function dispatch_goods(reseller uuid, line_of uuid, units int, who text, at timestamptz) returns boolean
language sql security definer set search_path = public
  return send_goods(reseller, line_of, units, null, null, who, at);

-- As before; work of which nothing is left is done.
create or replace function close_goods(reseller uuid, of_order uuid, of_lines uuid[], cancels boolean, at timestamptz)
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
  if cancels then perform end_goods_work(reseller, of_order, at); end if;
end $$;

revoke all on function goes_in_parts, charge_part, end_goods_work, send_goods from public;
grant execute on function send_goods to app_operator;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(87, 'Goods they dispatched', 'dispatches', 'without_names(t.dispatched_by, $2) <> t.dispatched_by and exists (select from operators where person_id = $1)', '{quantity,carrier,tracking,dispatched_at}', '{}', 'changed', '{"dispatched_by": "without_names(dispatched_by, $2)"}', null);
