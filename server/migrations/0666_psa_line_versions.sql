-- What a PSA was known to bill, and from when until when, so that a past month can be compared as it was.
create table psa_line_versions (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  ref text not null,
  agreement_ref text not null,
  company_ref text not null,
  product_ref text not null,
  name text not null,
  quantity numeric(14, 4) not null,
  unit_price numeric(14, 4) not null,
  from_on date,
  until_on date,
  known_from timestamptz not null,
  -- Null for what is still so.
  known_until timestamptz,
  primary key (reseller_id, id)
);
create unique index psa_line_versions_now on psa_line_versions (reseller_id, ref) where known_until is null;
alter table psa_line_versions enable row level security;
create policy tenant on psa_line_versions to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on psa_line_versions to app_worker using (true) with check (true);
create policy whole_company on psa_line_versions as restrictive to app_restricted using (false);
grant select, delete on psa_line_versions to app_tenant;
grant select, insert, update (known_until) on psa_line_versions to app_worker;
