-- What lines bring into being: blocks of numbers, keys, devices, each with a life of its own. No two hold the same telephone
-- numbers, or the same code of a product, at the same time, whoever sells them: the indexes of that are not led by the tenant.
create extension if not exists btree_gist;

alter table offers add column resources jsonb not null default '[]';

create table resources (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  product_id text not null references products (id),
  subscription_id uuid not null,
  kind text not null check (kind ~ '^[a-z]+[A-Za-z]*$'),
  -- What identifies it: the first number, the serial number, the key.
  code text not null,
  -- In full international form, of telephone numbers only.
  numbers int8range,
  attributes jsonb not null default '{}',
  state text not null default 'active' check (state in ('active', 'ended')),
  since timestamptz not null,
  until timestamptz,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id),
  check ((state = 'ended') = (until is not null)),
  check (until >= since),
  constraint resources_code_once exclude using gist (product_id with =, kind with =, code with =, tstzrange(since, until) with &&),
  constraint resources_numbers_once exclude using gist (numbers with &&, tstzrange(since, until) with &&) where (numbers is not null)
);
create index resources_of_subscription on resources (reseller_id, subscription_id, kind);
create index resources_of_customer on resources (reseller_id, customer_id);
alter table resources enable row level security;
create policy tenant on resources to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on resources to app_worker using (true) with check (true);
create policy operator on resources to app_operator using (true) with check (true);
create policy own_customers on resources as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on resources as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select on resources to app_tenant, app_operator, app_worker;
grant insert on resources to app_operator, app_worker;
-- A company ends them with what it takes over from its vendor.
grant update (state, until) on resources to app_tenant, app_operator, app_worker;

-- Whoever does the work sees what the lines ask and want made.
create policy operator on order_lines for select to app_operator using (true);
grant select on order_lines to app_operator;
