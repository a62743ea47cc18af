-- What a vendor was last seen to have: all that it tells, and how it was learnt. News is what nobody had ordered.
alter table vendor_views
  add column seen_by text not null default 'webhook' check (seen_by in ('answer', 'webhook', 'sweep')),
  add column facts jsonb not null default '{}',
  add column is_news boolean not null default true;

-- When all that stands in the tenant was last compared.
alter table provider_tenants add column swept_at timestamptz;
create index provider_tenants_to_sweep on provider_tenants (fulfiller, swept_at nulls first);

-- Where a vendor's book and ours part: open until they agree again, or somebody accepts it as it is.
create table differences (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  -- Null for what stands at the vendor and not with us.
  subscription_id uuid,
  product_id text,
  fulfiller text not null references vendors (id),
  tenant_ref text not null,
  vendor_ref text not null,
  name text not null,
  -- What its quantity counts.
  unit text not null,
  kind text not null check (kind in ('quantity', 'ended', 'suspended', 'resumed', 'runsOn', 'term', 'termEnd', 'unknown')),
  ours jsonb not null,
  theirs jsonb not null,
  state text not null default 'open' check (state in ('open', 'asked', 'accepted', 'closed')),
  since timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  note text,
  closed_at timestamptz,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id),
  check ((state = 'closed') = (closed_at is not null))
);
create unique index differences_once on differences (reseller_id, fulfiller, vendor_ref, kind) where state <> 'closed';
create index differences_open on differences (reseller_id, since desc, id desc) where state <> 'closed';
create index differences_of_subscription on differences (reseller_id, subscription_id);
create index differences_of_customer on differences (reseller_id, customer_id);
alter table differences enable row level security;
create policy tenant on differences to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on differences to app_worker using (true) with check (true);
create policy operator on differences to app_operator using (true) with check (true);
create policy own_customers on differences as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on differences as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select on differences to app_tenant, app_operator;
grant update (state, decided_by, decided_at, note, closed_at) on differences to app_tenant, app_operator;
grant select, insert, update on differences to app_worker;
create index differences_at_vendor on differences (fulfiller, tenant_ref) where state <> 'closed';
