-- Which product of a PSA's whole catalogue what is sold is billed as: many of ours may be one there.
create table psa_product_matches (
  reseller_id uuid not null references resellers (id),
  source text not null,
  sku text not null,
  product_ref text,
  ignored boolean not null,
  primary key (reseller_id, source, sku)
);
alter table psa_product_matches enable row level security;
create policy tenant on psa_product_matches to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy whole_company on psa_product_matches as restrictive to app_restricted using (false);
grant select, insert, update, delete on psa_product_matches to app_tenant;
