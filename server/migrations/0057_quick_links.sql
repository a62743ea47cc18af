-- The short ways a person chose for the dashboard of one membership, in their order, by key.
create table quick_links (
  reseller_id uuid not null references resellers (id),
  membership_id uuid not null,
  links text[] not null check (cardinality(links) <= 8),
  primary key (reseller_id, membership_id),
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id)
);
alter table quick_links enable row level security;
create policy tenant on quick_links to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
grant select, insert, update on quick_links to app_tenant;
