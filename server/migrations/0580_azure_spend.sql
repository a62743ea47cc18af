-- What customers spend on Azure, day by day: a rollup of what its vendor tells, of which the last days are read again.

-- The day on which a tenant was last asked what it spends.
alter table provider_tenants add column spend_read_on date;

-- A subscription as one customer has it: one that moves to another customer is another row there.
create table azure_subscriptions (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  product_id text not null references products (id),
  fulfiller text not null references vendors (id),
  vendor_ref text not null,
  name text not null,
  is_active boolean not null,
  -- The last day on which the vendor listed it.
  listed_on date not null,
  -- That of our account at the vendor; known with the first day.
  currency text check (currency in ('GBP', 'EUR')),
  -- The last day that is told in full.
  whole_until date,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id)
);
create unique index azure_subscriptions_once on azure_subscriptions (reseller_id, customer_id, fulfiller, vendor_ref);
alter table azure_subscriptions enable row level security;
create policy tenant on azure_subscriptions for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on azure_subscriptions to app_worker using (true) with check (true);
create policy own_customers on azure_subscriptions as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on azure_subscriptions as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select on azure_subscriptions to app_tenant;
grant select, insert, update on azure_subscriptions to app_worker;

-- A meter of a resource on a day: what it costs us, and what the customer pays for it by the price rules of that day.
create table azure_spend (
  reseller_id uuid not null,
  subscription_id uuid not null,
  day date not null,
  -- Empty for what belongs to none.
  resource_group text not null,
  resource text not null,
  meter text not null,
  cost numeric(20, 8) not null,
  price numeric(20, 8) not null,
  primary key (reseller_id, subscription_id, day, resource_group, resource, meter),
  foreign key (reseller_id, subscription_id) references azure_subscriptions (reseller_id, id)
);
alter table azure_spend enable row level security;
create policy tenant on azure_spend for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on azure_spend to app_worker using (true) with check (true);
-- Seen with its subscription, which both of its narrowing rules guard.
create policy own_products on azure_spend as restrictive to app_restricted
  using (exists (select from azure_subscriptions s where s.reseller_id = azure_spend.reseller_id and s.id = azure_spend.subscription_id));
grant select on azure_spend to app_tenant;
grant select, insert, delete on azure_spend to app_worker;
