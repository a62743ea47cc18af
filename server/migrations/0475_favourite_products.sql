-- The products that a person marked in the marketplace, for one membership.
create table favourite_products (
  reseller_id uuid not null references resellers (id),
  membership_id uuid not null,
  product_id text not null references products (id),
  primary key (reseller_id, membership_id, product_id),
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id)
);
alter table favourite_products enable row level security;
create policy tenant on favourite_products to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy own_products on favourite_products as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert, delete on favourite_products to app_tenant;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(78, 'Products they marked', 'favourite_products', '(t.reseller_id, t.membership_id) in (select reseller_id, id from memberships where person_id = $1)', '{product_id}', '{membership_id}', 'deleted', null, null);
