-- Orders of ours that a company does not bill through its PSA: the report of reconciliation leaves them out.
create table psa_ignored_orders (
  reseller_id uuid not null references resellers (id),
  order_id uuid not null,
  ignored_by text not null,
  ignored_at timestamptz not null,
  primary key (reseller_id, order_id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id)
);
alter table psa_ignored_orders enable row level security;
create policy tenant on psa_ignored_orders to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy whole_company on psa_ignored_orders as restrictive to app_restricted using (false);
grant select, insert, delete on psa_ignored_orders to app_tenant;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(261, 'Orders that they left out of what the PSA bills', 'psa_ignored_orders', 'without_names(t.ignored_by, $2) <> t.ignored_by and t.reseller_id in (select reseller_id from memberships where person_id = $1)', '{order_id,ignored_at}', '{}', 'changed', '{"ignored_by": "without_names(ignored_by, $2)"}', null);
