-- A tenant at a vendor belongs to one customer of one reseller. Nobody gets into one by typing its name: a customer's
-- order takes a name while it is free at the vendor, and only whoever took it may use what stands there afterwards.
drop index provider_tenants_by_ref;
-- Asked across resellers, since vendors know nothing of them.
create unique index provider_tenants_once on provider_tenants (fulfiller, tenant_ref);

create table vendor_names (
  fulfiller text not null references vendors (id),
  -- As the vendor compares it, such as `acmedental.onmicrosoft.com`.
  name text not null,
  reseller_id uuid not null references resellers (id),
  customer_id uuid not null,
  primary key (reseller_id, customer_id, fulfiller, name),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id)
);
-- Across resellers: the second to take a name must find it taken.
create unique index vendor_names_once on vendor_names (fulfiller, name);
alter table vendor_names enable row level security;
create policy worker on vendor_names to app_worker using (true) with check (true);
grant select, insert, delete on vendor_names to app_worker;
