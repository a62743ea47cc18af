-- What the customer pays for what the reseller is charged for, worked out when it is charged: the same quantity and days at
-- the price that its subscription had beside this cost. Null where no price to the customer is known.
alter table charges add column sale_minor bigint;

create function sale_of_charge(reseller uuid, subscription uuid, cost numeric, minor bigint, due date) returns bigint language sql stable
begin atomic
  select round(minor * (h.data ->> 'customerPrice')::numeric / nullif(cost, 0))::bigint
  from subscription_history h
  where h.reseller_id = reseller and h.subscription_id = subscription and (h.data ->> 'unitCost')::numeric = cost
    and h.kind <> 'undone' and not exists (
      select from subscription_history u where u.reseller_id = h.reseller_id and u.subscription_id = h.subscription_id
        and u.order_id = h.order_id and u.kind = 'undone' and u.id > h.id)
  order by h.effective_at < (due + 1)::timestamp at time zone 'UTC' desc, h.effective_at desc, h.id desc limit 1;
end;
revoke execute on function sale_of_charge from public;

create function note_sale() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- What takes a charge back takes back what it was sold for.
  if new.corrects is not null then
    select round(c.sale_minor::numeric * new.amount_minor / c.amount_minor) into new.sale_minor
    from charges c where c.reseller_id = new.reseller_id and c.id = new.corrects and c.amount_minor <> 0;
    if found then return new; end if;
  end if;
  new.sale_minor := sale_of_charge(new.reseller_id, new.subscription_id, new.unit_cost, new.amount_minor, new.due_on);
  return new;
end $$;
create trigger sale_noted before insert on charges for each row when (new.subscription_id is not null) execute function note_sale();

-- sold: what customers pay for it, by month and product. margin: that less what it costs; what has no price is in neither.
alter table tallies drop constraint tallies_figure_check, add constraint tallies_figure_check
  check (figure in ('charged', 'sold', 'margin', 'seats', 'active', 'ended', 'services', 'customers')) not valid;

create or replace function tally_charges() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_changes (reseller_id, figure, month, product_id, amount)
  select reseller_id, f.figure, first_of_month(due_on), product_id, sum(f.amount) from added
    cross join lateral (values ('charged', amount_minor), ('sold', sale_minor), ('margin', sale_minor - amount_minor)) f (figure, amount)
  group by 1, 2, 3, 4 having sum(f.amount) <> 0;
  return null;
end $$;

create or replace function tally_rows(reseller uuid)
returns table (figure text, customer_id uuid, month date, product_id text, mark text, amount bigint) language sql stable
begin atomic
  with nobody as (select '00000000-0000-0000-0000-000000000000'::uuid as id)
  select f.figure, nobody.id, first_of_month(due_on), product_id, '', sum(f.amount)::bigint from charges
    cross join lateral (values ('charged', amount_minor), ('sold', sale_minor), ('margin', sale_minor - amount_minor)) f (figure, amount), nobody
  where reseller_id = reseller and f.amount is not null group by 1, 2, 3, 4
  union all
  select * from history_steps(reseller, array(select id from subscriptions where reseller_id = reseller), null)
  union all
  select 'services', nobody.id, '-infinity'::date, product_id, status, count(*) from service_instances, nobody
  where reseller_id = reseller group by 1, 2, 3, 4, 5
  union all
  select 'customers', nobody.id, '-infinity'::date, '', customer_mark(status, organisation_type, service_count), count(*) from customers, nobody
  where reseller_id = reseller group by 1, 2, 3, 4, 5;
end;
