-- Numbers that come from another provider. What is asked for keeps its numbers from everybody else until it is settled; once
-- they are here they are resources of their site.
alter table policies drop constraint policies_kind_check,
  add constraint policies_kind_check check (kind in ('window', 'refund', 'termEnd', 'intent', 'goods', 'alignment', 'usage', 'port'));

create table number_ports (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  product_id text not null references products (id),
  instance_id uuid not null,
  -- The site that they join.
  subscription_id uuid not null,
  state text not null default 'requested' check (state in ('requested', 'submitted', 'accepted', 'ported', 'rejected', 'cancelled')),
  line text not null check (line in ('single', 'multi')),
  is_part_of_range boolean not null,
  provider text not null,
  account_number text not null,
  main_number text not null,
  billing_postcode text not null,
  -- Who signed the letter of authority for the customer.
  signed_by text not null,
  signed_on date not null,
  wished_on date not null,
  -- When they move, once the old provider accepted.
  port_on date,
  quantity int not null check (quantity > 0),
  -- What each is charged once they are here; null if nothing is.
  unit_cost numeric(20, 8) check (unit_cost > 0),
  currency text not null check (currency in ('GBP', 'EUR')),
  policy_id text not null references policies (id),
  note text,
  -- Why it was rejected.
  answer text,
  -- What is to be ticked before they are here.
  steps text[] not null,
  charge_id uuid,
  asked_by text not null,
  asked_at timestamptz not null,
  settled_at timestamptz,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, instance_id) references service_instances (reseller_id, id),
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id),
  foreign key (reseller_id, charge_id) references charges (reseller_id, id),
  check ((state in ('requested', 'submitted', 'accepted')) = (settled_at is null)),
  check (state not in ('accepted', 'ported') or port_on is not null),
  check ((state = 'rejected') = (answer is not null))
);
create index number_ports_of_service on number_ports (reseller_id, instance_id);
-- The operator works for all resellers at once.
create unique index number_ports_by_id on number_ports (id);
create index number_ports_open on number_ports (coalesce(port_on, wished_on), id) where settled_at is null;
create index number_ports_settled on number_ports (settled_at desc) where settled_at is not null;
alter table number_ports enable row level security;
create policy tenant on number_ports to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy operator on number_ports to app_operator using (true) with check (true);
create policy own_customers on number_ports as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on number_ports as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert, update (state, settled_at) on number_ports to app_tenant;
grant select, update (state, port_on, answer, settled_at) on number_ports to app_operator;

-- Where the site is.
grant select (attributes) on subscriptions to app_operator;

-- Which numbers come. No two ports that are open ask for the same.
create table number_port_blocks (
  reseller_id uuid not null references resellers (id),
  port_id uuid not null,
  customer_id uuid not null,
  product_id text not null references products (id),
  -- In full international form.
  numbers int8range not null check (not isempty(numbers) and lower_inc(numbers) and not upper_inc(numbers)),
  is_open boolean not null default true,
  primary key (reseller_id, port_id, numbers),
  foreign key (reseller_id, port_id) references number_ports (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  constraint number_port_blocks_once exclude using gist (numbers with &&) where (is_open)
);
alter table number_port_blocks enable row level security;
create policy tenant on number_port_blocks to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy operator on number_port_blocks for select to app_operator using (true);
create policy own_customers on number_port_blocks as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on number_port_blocks as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert on number_port_blocks to app_tenant;
grant select on number_port_blocks to app_operator;

-- What happened to a port. Of a step of its checklist the last tick counts.
create table number_port_events (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  port_id uuid not null,
  customer_id uuid not null,
  product_id text not null references products (id),
  kind text not null check (kind in ('requested', 'submitted', 'accepted', 'rescheduled', 'ported', 'rejected', 'cancelled', 'step')),
  who text not null,
  at timestamptz not null,
  -- On which day they move by it.
  port_on date,
  why text,
  step smallint check (step > 0),
  is_ticked boolean,
  primary key (reseller_id, id),
  foreign key (reseller_id, port_id) references number_ports (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  check ((kind = 'step') = (step is not null) and (step is null) = (is_ticked is null))
);
create index number_port_events_of_port on number_port_events (reseller_id, port_id, id);
alter table number_port_events enable row level security;
create policy tenant on number_port_events to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy operator on number_port_events to app_operator using (true) with check (true);
create policy own_customers on number_port_events as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on number_port_events as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert on number_port_events to app_tenant, app_operator;

-- Whether a service of anybody holds one of these numbers, or they are in stock.
create function numbers_held(wanted int8multirange) returns boolean language sql stable security definer set search_path = public
begin atomic
  select exists (select from resources r where r.numbers && wanted and r.until is null)
    or exists (select from number_ranges n where n.numbers && wanted);
end;

create function close_number_port() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update number_port_blocks set is_open = false where reseller_id = new.reseller_id and port_id = new.id;
  return null;
end $$;
create trigger closed after update of state on number_ports for each row
  when (old.settled_at is null and new.settled_at is not null) execute function close_number_port();

-- Makes numbers that arrived those of their site, and charges them. Says what is in the way, if anything.
create function complete_number_port(of_port uuid, at timestamptz) returns text language plpgsql security definer set search_path = public as $$
declare
  own number_ports;
  day date := (at at time zone 'UTC')::date;
  held int;
  charge uuid;
begin
  select * into own from number_ports where id = of_port;
  -- The end of a month of this company is waited for first.
  perform from billing_state where reseller_id = own.reseller_id for share;
  perform from subscriptions s where s.reseller_id = own.reseller_id and s.id = own.subscription_id and s.status = 'active'
    and s.vendor_ref is not null for share;
  if not found then return 'portSiteMissing'; end if;
  insert into resources (reseller_id, customer_id, product_id, subscription_id, kind, code, numbers, since)
  select own.reseller_id, own.customer_id, own.product_id, own.subscription_id, 'portedNumbers', '+' || lower(b.numbers), b.numbers, at
  from number_port_blocks b where b.reseller_id = own.reseller_id and b.port_id = own.id order by b.numbers
  on conflict do nothing;
  get diagnostics held = row_count;
  if held < (select count(*) from number_port_blocks b where b.reseller_id = own.reseller_id and b.port_id = own.id) then
    return 'numbersHeld';
  end if;
  if own.unit_cost is not null then
    insert into charges (reseller_id, customer_id, product_id, offer_id, kind, description, period_from, period_until, due_on, quantity,
      unit_cost, amount_minor, currency, recorded_at)
    select own.reseller_id, own.customer_id, own.product_id, 'voice-port:none:once', 'once', 'Porting of ' || own.quantity || case own.quantity when 1 then ' number' else ' numbers' end,
      day, day, greatest(day, b.billed_until), own.quantity, own.unit_cost, round(own.unit_cost * own.quantity * 100), own.currency, at
    from billing_state b where b.reseller_id = own.reseller_id
    returning id into charge;
  end if;
  update number_ports set state = 'ported', settled_at = at, charge_id = charge where reseller_id = own.reseller_id and id = own.id;
  return null;
end $$;

revoke all on function numbers_held, close_number_port, complete_number_port from public;
grant execute on function numbers_held to app_tenant;
grant execute on function complete_number_port to app_operator;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(488, 'Numbers they asked to be ported', 'number_ports', 'without_names(t.asked_by, $2) <> t.asked_by and t.reseller_id in (select reseller_id from memberships where person_id = $1)', '{quantity,provider,state,asked_at,settled_at}', '{}', 'changed', '{"asked_by": "without_names(asked_by, $2)", "signed_by": "without_names(signed_by, $2)"}', null),
(489, 'What they did about ports of numbers', 'number_port_events', 'without_names(concat(t.who, '' '', t.why), $2) <> concat(t.who, '' '', t.why) and (t.reseller_id in (select reseller_id from memberships where person_id = $1) or exists (select from operators where person_id = $1))', '{kind,at}', '{}', 'changed', '{"who": "without_names(who, $2)", "why": "without_names(why, $2)"}', null);
