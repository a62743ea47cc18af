-- What an order promises to charge or refund is held until its vendor has done the line; then it becomes a charge of the
-- same id and counts. What the vendor refuses never counts.
create table held_charges (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  order_id uuid not null,
  customer_id uuid not null,
  -- Null for what belongs to the order as a whole, such as delivery.
  subscription_id uuid,
  product_id text not null,
  offer_id text,
  kind text not null check (kind in ('recurring', 'prorated', 'refund', 'once')),
  description text not null,
  period_from date not null,
  period_until date not null,
  due_on date not null,
  quantity int not null,
  unit_cost numeric(20, 8) not null,
  amount_minor bigint not null,
  currency text not null check (currency in ('GBP', 'EUR')),
  policy_id text,
  primary key (reseller_id, id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id),
  check (period_until >= period_from),
  check ((kind = 'refund') = (amount_minor < 0) or amount_minor = 0)
);
create index held_charges_of_order on held_charges (reseller_id, order_id);
create index held_charges_of_subscription on held_charges (reseller_id, subscription_id);
create trigger append_only before update or delete on held_charges for each row execute function refuse_change();
alter table held_charges enable row level security;
create policy tenant on held_charges to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on held_charges to app_worker using (true) with check (true);
create policy own_customers on held_charges as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on held_charges as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert on held_charges to app_tenant, app_worker;

-- Here rather than in the worker, so that one of the version before releases them, too.
create function release_charges(reseller uuid, of_order uuid, subscriptions uuid[], at timestamptz) returns void language sql
begin atomic
  with open as (select billed_until from billing_state where reseller_id = reseller for share)
  insert into charges (reseller_id, id, customer_id, subscription_id, order_id, product_id, offer_id, kind, description, period_from,
    period_until, due_on, quantity, unit_cost, amount_minor, currency, policy_id, recorded_at)
  select h.reseller_id, h.id, h.customer_id, h.subscription_id, h.order_id, h.product_id, h.offer_id, h.kind, h.description, h.period_from,
    h.period_until, greatest(h.due_on, open.billed_until), h.quantity, h.unit_cost, h.amount_minor, h.currency, h.policy_id, at
  from open cross join held_charges h
  where h.reseller_id = reseller and h.order_id = of_order
    and case when subscriptions is null then h.subscription_id is null else h.subscription_id = any (subscriptions) end
    and not exists (select from charges c where c.reseller_id = h.reseller_id and c.id = h.id);
end;

create function release_charges_of_lines() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform release_charges(l.reseller_id, l.order_id, array_agg(l.subscription_id), max(l.settled_at))
  from now l join before b on b.reseller_id = l.reseller_id and b.id = l.id
  where l.state = 'done' and b.state <> 'done' group by l.reseller_id, l.order_id;
  return null;
end $$;
create trigger done after update on order_lines referencing old table as before new table as now
  for each statement execute function release_charges_of_lines();

-- What belongs to an order as a whole is charged at its end, if anything of it was done.
create function release_charges_of_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select from order_lines l where l.reseller_id = new.reseller_id and l.order_id = new.id and l.state = 'done') then
    perform release_charges(new.reseller_id, new.id, null, new.completed_at);
  end if;
  return null;
end $$;
create trigger ended after update of status on orders for each row when (old.status = 'Working' and new.status <> 'Working')
  execute function release_charges_of_order();

-- What orders promised that are at work or may be tried again. Their periods were charged as recurring before, which is
-- possible only once.
insert into held_charges (reseller_id, order_id, customer_id, subscription_id, product_id, offer_id, kind, description, period_from,
  period_until, due_on, quantity, unit_cost, amount_minor, currency, policy_id)
select c.reseller_id, c.order_id, c.customer_id, c.subscription_id, c.product_id, c.offer_id,
  case c.kind when 'recurring' then 'prorated' else c.kind end, c.description, c.period_from, c.period_until, c.due_on, c.quantity,
  c.unit_cost, c.amount_minor, c.currency, c.policy_id
from charges c join orders o on o.reseller_id = c.reseller_id and o.id = c.order_id
where c.corrects is null and c.recorded_at = o.placed_at
  and (exists (
      select from order_lines l where l.reseller_id = o.reseller_id and l.order_id = o.id and l.subscription_id = c.subscription_id and l.state <> 'done')
    or (c.subscription_id is null and not exists (
      select from order_lines l where l.reseller_id = o.reseller_id and l.order_id = o.id and l.state = 'done')));

-- What is at work has counted until now.
insert into charges (reseller_id, customer_id, subscription_id, order_id, product_id, offer_id, kind, description, period_from, period_until,
  due_on, quantity, unit_cost, amount_minor, currency, policy_id, recorded_at, corrects)
select c.reseller_id, c.customer_id, c.subscription_id, c.order_id, c.product_id, c.offer_id,
  case when c.amount_minor > 0 then 'refund' else 'prorated' end, c.description, c.period_from, c.period_until,
  greatest(c.due_on, b.billed_until), -c.quantity, c.unit_cost, -c.amount_minor, c.currency, c.policy_id, o.placed_at, c.id
from charges c join orders o on o.reseller_id = c.reseller_id and o.id = c.order_id
  join billing_state b on b.reseller_id = c.reseller_id
where c.corrects is null and c.amount_minor <> 0 and o.status = 'Working'
  and not exists (select from charges k where k.reseller_id = c.reseller_id and k.corrects = c.id)
  and (exists (
      select from order_lines l where l.reseller_id = o.reseller_id and l.order_id = o.id and l.subscription_id = c.subscription_id and l.state = 'working')
    or (c.subscription_id is null and not exists (
      select from order_lines l where l.reseller_id = o.reseller_id and l.order_id = o.id and l.state = 'done')));
