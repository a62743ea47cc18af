-- The people of a customer, whether they sign in here or not.
create table customer_people (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  -- Their address, which is also what vendors know them by.
  email text not null check (email = lower(email)),
  added_at timestamptz not null,
  erased_at timestamptz,
  primary key (reseller_id, id),
  unique (reseller_id, customer_id, email),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id)
);
alter table customer_people enable row level security;
create policy tenant on customer_people to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on customer_people to app_worker using (true) with check (true);
create policy operator on customer_people for select to app_operator using (true);
create policy own_customers on customer_people as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
grant select, insert on customer_people to app_tenant, app_worker;
grant update (name) on customer_people to app_tenant, app_worker;
grant select on customer_people to app_operator;

-- Which person has a unit of which subscription, from the wish on until it was taken back.
create table assignments (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  product_id text not null references products (id),
  subscription_id uuid not null,
  person_id uuid not null,
  -- The person's number at the vendor, once known.
  person_ref text,
  state text not null check (state in ('wanted', 'there', 'leaving', 'refused', 'ended')),
  -- The order that changed it last; null for what was found at the vendor.
  order_id uuid,
  -- Why the vendor refused it.
  reason text,
  since timestamptz not null,
  until timestamptz,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id),
  foreign key (reseller_id, person_id) references customer_people (reseller_id, id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  check ((state = 'ended') = (until is not null)),
  check (until >= since)
);
create unique index assignments_once on assignments (reseller_id, subscription_id, person_id) where until is null;
create index assignments_of_person on assignments (reseller_id, person_id);
create index assignments_of_customer on assignments (reseller_id, customer_id);
create index assignments_of_order on assignments (reseller_id, order_id);
alter table assignments enable row level security;
create policy tenant on assignments to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on assignments to app_worker using (true) with check (true);
create policy operator on assignments for select to app_operator using (true);
create policy own_customers on assignments as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on assignments as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert, update (subscription_id, state, person_ref, order_id, reason, since, until) on assignments to app_tenant, app_worker;
grant select on assignments to app_operator;

-- Whether each unit is for one person.
alter table offers add column is_per_person boolean not null default false;

-- Of an order that gives units to people or takes them back: whom.
alter table order_lines add column given uuid[] not null default '{}', add column taken uuid[] not null default '{}';

alter table orders drop constraint orders_task_check,
  add constraint orders_task_check check (task in
    ('add', 'change', 'newTerm', 'billing', 'schedule', 'cancel', 'suspend', 'resume', 'details', 'upgrade', 'assign'));

-- 'peopleSet': units were given to people, or taken back from them.
alter table subscription_history drop constraint subscription_history_kind_check;
alter table subscription_history add constraint subscription_history_kind_check check (kind in
  ('started', 'renewed', 'seatsAdded', 'seatsRemoved', 'priceFixed', 'attributesSet', 'scheduled', 'suspended', 'resumed', 'dispatched', 'cancelled', 'upgraded',
   'converted', 'datesMoved', 'peopleSet', 'undone'));

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(83, 'Their name among the people of a customer', 'customer_people', 't.email = any($3)', '{name,email,added_at}', '{}', 'changed', '{"name": "''Erased person''", "email": "t.id || ''@erased.invalid''", "erased_at": "now()"}', null),
(84, 'Services they have at a customer', 'assignments', '(t.reseller_id, t.person_id) in (select reseller_id, id from customer_people where email = any($3))', '{product_id,state,since,until}', '{person_id,person_ref}', 'kept', null, 'They say only that somebody had a unit, once the name is erased.');
