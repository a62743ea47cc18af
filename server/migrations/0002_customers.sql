create table customers (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 100),
  organisation_type text not null default 'Commercial' check (organisation_type in ('Commercial', 'Charity', 'Education', 'Government')),
  status text not null default 'Active' check (status in ('Active', 'Suspended')),
  suspended_at timestamptz,
  address1 text,
  address2 text,
  town_city text,
  county text,
  post_code text,
  country text not null default 'GB' check (country in ('GB', 'IE')),
  domain text,
  contact_name text,
  contact_email text,
  telephone text,
  -- Kept by triggers, so that a list of customers never counts.
  service_count int not null default 0,
  user_count int not null default 0,
  created_at timestamptz not null,
  primary key (reseller_id, id),
  check ((status = 'Suspended') = (suspended_at is not null))
);
create unique index customers_name_once_per_reseller on customers (reseller_id, lower(name));
create index customers_by_name on customers (reseller_id, name, id);
create index customers_by_created on customers (reseller_id, created_at, id);
create index customers_by_words on customers using gin (reseller_id, name gin_trgm_ops);
alter table customers enable row level security;
create policy tenant on customers to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy identity on customers for select to app_identity using (true);
create policy operator on customers for select to app_operator using (true);
create policy worker on customers to app_worker using (true) with check (true);
grant select, insert, update on customers to app_tenant, app_worker;
grant select on customers to app_identity, app_operator;

-- ILIKE is not leakproof, so under row-level security it never uses the trigram index; this owner's view carries the same predicate.
create view customer_search as select * from customers where reseller_id = (select app_reseller());
grant select on customer_search to app_tenant;
