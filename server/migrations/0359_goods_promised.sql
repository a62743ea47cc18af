-- How much is free of what is counted, and stays so until the end of the transaction: what an order promises of it holds.
create function hold_stock(skus text[]) returns table (sku text, free int) language sql security definer set search_path = public
begin atomic
  select k.sku, k.free from stock_levels k where k.sku = any (skus) order by k.sku for update;
end;

-- The work on an order's goods is held before their stock, as whoever sends them does.
create function hold_goods_work(reseller uuid, of_order uuid) returns void language plpgsql security definer set search_path = public as $$
begin
  if app_reseller() <> reseller then raise exception 'The order is not of this company'; end if;
  perform from work_items w where w.reseller_id = reseller and w.order_id = of_order order by w.id for update;
end $$;

-- As before, and due on the day on which it leaves.
create or replace function charge_part(line goods_lines, units int, at timestamptz) returns uuid language plpgsql as $$
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
    held.description, held.period_from, held.period_until, greatest(held.due_on, (at at time zone 'UTC')::date, b.billed_until), units,
    held.unit_cost, round(held.unit_cost * (line.dispatched + units) * 100) - round(held.unit_cost * line.dispatched * 100),
    held.currency, held.policy_id, at
  from billing_state b where b.reseller_id = line.reseller_id
  returning id into part;
  -- Delivery and the like, with the first part.
  perform release_charges(line.reseller_id, line.order_id, null, at);
  return part;
end $$;

revoke all on function hold_stock, hold_goods_work from public;
grant execute on function hold_stock, hold_goods_work to app_tenant, app_worker;
