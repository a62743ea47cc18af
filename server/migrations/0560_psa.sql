-- A reseller's own system for professional services: where it is, the keys it gave us, sealed, and what was read there.
create table psa_connections (
  reseller_id uuid primary key references resellers (id),
  id uuid not null default uuidv7(),
  type smallint not null check (type in (1, 6)),
  address text not null check (length(address) between 1 and 300),
  company text not null check (length(company) <= 100),
  -- User, secret and client id, sealed together.
  keys text not null,
  agreement_type text not null check (length(agreement_type) <= 100),
  enabled boolean not null,
  -- Which PSA it is: what was matched in one is not taken over to another with the same numbers.
  source text not null generated always as (type || ' ' || lower(address) || ' ' || lower(company)) stored,
  changed_by text not null,
  changed_at timestamptz not null
);
alter table psa_connections enable row level security;
create policy tenant on psa_connections to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on psa_connections for select to app_worker using (true);
create policy whole_company on psa_connections as restrictive to app_restricted using (false);
grant select, insert, update on psa_connections to app_tenant;
grant select on psa_connections to app_worker;
-- Keys are turned for all companies at once.
create policy identity on psa_connections to app_identity using (true) with check (true);
grant select, update (keys) on psa_connections to app_identity;

-- The last sync of each kind. One is under way for each PSA at a time.
create table psa_syncs (
  reseller_id uuid not null references resellers (id),
  kind text not null check (kind in ('customers', 'services', 'azureReport', 'productMovement', 'reconciliation', 'all', 'contracts')),
  id uuid not null default uuidv7(),
  state text not null check (state in ('New', 'InProgress', 'Completed', 'Failed', 'Canceled')),
  trigger_type text not null check (trigger_type in ('Manual', 'Scheduled', 'PageLoad')),
  asked_by text,
  asked_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (state in ('New', 'InProgress'))),
  -- When the last whole state was read, whatever came after.
  completed_at timestamptz,
  done int not null default 0,
  -- Why it failed, in plain words.
  message text check ((message is not null) = (state = 'Failed')),
  primary key (reseller_id, kind)
);
create unique index psa_syncs_under_way on psa_syncs (reseller_id) where state = 'InProgress';
alter table psa_syncs enable row level security;
create policy tenant on psa_syncs to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on psa_syncs to app_worker using (true) with check (true);
create policy whole_company on psa_syncs as restrictive to app_restricted using (false);
grant select, insert, update, delete on psa_syncs to app_tenant;
grant select, insert, update on psa_syncs to app_worker;

-- What a sync has read so far; it takes the place of what was read before only when all of it is there.
create table psa_staged (
  reseller_id uuid not null references resellers (id),
  sync_id uuid not null,
  part text not null,
  ref text not null,
  item jsonb not null,
  primary key (reseller_id, sync_id, part, ref)
);
alter table psa_staged enable row level security;
create policy tenant on psa_staged to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on psa_staged to app_worker using (true) with check (true);
create policy whole_company on psa_staged as restrictive to app_restricted using (false);
grant select, delete on psa_staged to app_tenant;
grant select, insert, update (item), delete on psa_staged to app_worker;

-- What is there, by its number there. `gone_at` says since when it no longer is.
create table psa_companies (
  reseller_id uuid not null references resellers (id),
  ref text not null,
  name text not null,
  vat_number text,
  domain text,
  gone_at timestamptz,
  primary key (reseller_id, ref)
);
create table psa_products (
  reseller_id uuid not null references resellers (id),
  ref text not null,
  name text not null,
  sku text,
  is_recurring boolean not null,
  unit_price numeric(14, 4) not null,
  gone_at timestamptz,
  primary key (reseller_id, ref)
);
create table psa_agreements (
  reseller_id uuid not null references resellers (id),
  ref text not null,
  name text not null,
  company_ref text not null,
  type text not null,
  is_active boolean not null,
  starts_on date,
  ends_on date,
  gone_at timestamptz,
  primary key (reseller_id, ref)
);
create table psa_lines (
  reseller_id uuid not null references resellers (id),
  ref text not null,
  agreement_ref text not null,
  product_ref text not null,
  name text not null,
  quantity numeric(14, 4) not null,
  unit_price numeric(14, 4) not null,
  from_on date,
  until_on date,
  gone_at timestamptz,
  primary key (reseller_id, ref)
);
create table psa_charges (
  reseller_id uuid not null references resellers (id),
  ref text not null,
  agreement_ref text not null,
  name text not null,
  quantity numeric(14, 4) not null,
  unit_price numeric(14, 4) not null,
  on_day date,
  gone_at timestamptz,
  primary key (reseller_id, ref)
);
do $$
declare name text;
begin
  foreach name in array array['psa_companies', 'psa_products', 'psa_agreements', 'psa_lines', 'psa_charges'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()))', name);
    execute format('create policy worker on %I to app_worker using (true) with check (true)', name);
    execute format('create policy whole_company on %I as restrictive to app_restricted using (false)', name);
    execute format('grant select, delete on %I to app_tenant', name);
    execute format('grant select, insert, update on %I to app_worker', name);
  end loop;
end $$;

-- Which of them is which of ours, one to one, and what of ours has no place there.
create table psa_customer_matches (
  reseller_id uuid not null references resellers (id),
  source text not null,
  customer_id uuid not null,
  company_ref text,
  ignored boolean not null,
  primary key (reseller_id, source, customer_id),
  unique (reseller_id, source, company_ref),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id)
);
create table psa_service_matches (
  reseller_id uuid not null references resellers (id),
  source text not null,
  sku text not null,
  product_ref text,
  ignored boolean not null,
  primary key (reseller_id, source, sku),
  unique (reseller_id, source, product_ref)
);
alter table psa_customer_matches enable row level security;
create policy tenant on psa_customer_matches to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy own_customers on psa_customer_matches as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
grant select, insert, update, delete on psa_customer_matches to app_tenant;
alter table psa_service_matches enable row level security;
create policy tenant on psa_service_matches to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy whole_company on psa_service_matches as restrictive to app_restricted using (false);
grant select, insert, update, delete on psa_service_matches to app_tenant;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(247, 'PSA connections they set up', 'psa_connections', 'without_names(t.changed_by, $2) <> t.changed_by and t.reseller_id in (select reseller_id from memberships where person_id = $1)', '{changed_at}', '{}', 'changed', '{"changed_by": "without_names(changed_by, $2)"}', null),
(248, 'Readings of a PSA that they asked for', 'psa_syncs', 'without_names(t.asked_by, $2) <> t.asked_by and t.reseller_id in (select reseller_id from memberships where person_id = $1)', '{kind,asked_at}', '{}', 'changed', '{"asked_by": "without_names(asked_by, $2)"}', null);
