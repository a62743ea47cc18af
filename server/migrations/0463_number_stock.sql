-- How lines of an offer are chosen: one plan of its product, a line for each site, or only once its service stands.
alter table offers add column choice text check (choice in ('plan', 'site', 'later'));

-- Telephone numbers that the operator has, by area. What is free of them is whatever no resource holds.
create table number_ranges (
  id uuid primary key default uuidv7(),
  area_code text not null check (area_code ~ '^0[0-9]{1,5}$'),
  -- In full international form.
  numbers int8range not null check (not isempty(numbers) and lower_inc(numbers) and not upper_inc(numbers)),
  added_at timestamptz not null,
  constraint number_ranges_once exclude using gist (numbers with &&)
);
create index number_ranges_of_area on number_ranges (area_code, id);
grant select, insert on number_ranges to app_operator;

-- Reserved for an order from the moment it is placed, and active once its work is done. The constraints that keep numbers
-- apart hold for both.
alter table resources drop constraint resources_state_check, add constraint resources_state_check check (state in ('reserved', 'active', 'ended'));
grant update (since) on resources to app_operator;
grant delete on resources to app_worker;

-- The first numbers of what is free in an area, lowest first. Numbers rest for 90 days before somebody else gets them.
create function free_numbers(of_area text, size int, most int, at timestamptz) returns table (first int8) language sql stable security definer set search_path = public
begin atomic
  select g.first from number_ranges n cross join lateral generate_series(lower(n.numbers), upper(n.numbers) - size, size) as g (first)
  where n.area_code = of_area and not exists (
    select from resources r where r.numbers && int8range(g.first, g.first + size) and (r.until is null or r.until > at - interval '90 days'))
  order by g.first limit most;
end;

-- Reserves what the lines of an order at work are still to get from the stock of numbers, and says how many of each were
-- wanted and reserved. One order at a time takes numbers of an area; areas are taken in order.
create function reserve_numbers(reseller uuid, of_order uuid, at timestamptz)
returns table (subscription_id uuid, asked_by text, area text, wanted int, reserved int) language plpgsql security definer set search_path = public as $$
declare line record;
begin
  if app_reseller() <> reseller then raise exception 'The order is not of this company'; end if;
  for line in
    select l.id, l.subscription_id, s.customer_id, s.product_id, r.spec ->> 'kind' as kind, r.spec ->> 'stockBy' as asked_by,
      l.attributes ->> (r.spec ->> 'stockBy') as area, (r.spec ->> 'numbers')::int as size, l.quantity - (
        select count(*) from resources e
        where e.reseller_id = reseller and e.subscription_id = l.subscription_id and e.kind = r.spec ->> 'kind' and e.state <> 'ended')::int as missing
    from order_lines l
      join subscriptions s on s.reseller_id = l.reseller_id and s.id = l.subscription_id
      join offers f on f.id = l.offer_id
      cross join lateral jsonb_array_elements(f.resources) as r (spec)
    where l.reseller_id = reseller and l.order_id = of_order and l.state = 'working' and r.spec ? 'stockBy'
    order by area, l.id
  loop
    continue when line.missing <= 0;
    perform from number_ranges n where n.area_code = line.area order by n.id for update;
    insert into resources (reseller_id, customer_id, product_id, subscription_id, kind, code, numbers, state, since)
    select reseller, line.customer_id, line.product_id, line.subscription_id, line.kind, '+' || f.first, int8range(f.first, f.first + line.size), 'reserved', at
    from free_numbers(line.area, line.size, line.missing, at) f;
    get diagnostics reserved = row_count;
    subscription_id := line.subscription_id;
    asked_by := line.asked_by;
    area := line.area;
    wanted := line.missing;
    return next;
  end loop;
end $$;

revoke all on function free_numbers, reserve_numbers from public;
grant execute on function free_numbers to app_operator;
grant execute on function reserve_numbers to app_tenant, app_worker;
