-- A reseller's own prices by customer, group or for everyone: for an offer, all offers of a product or everything, from a day on.

create table price_groups (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 100),
  primary key (reseller_id, id)
);
create unique index price_groups_name_once on price_groups (reseller_id, lower(name));
alter table price_groups enable row level security;
create policy tenant on price_groups to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on price_groups for select to app_worker using (true);
grant select, insert, update on price_groups to app_tenant;
grant select on price_groups to app_worker;

-- A customer is in one group at most.
create table price_group_customers (
  reseller_id uuid not null references resellers (id),
  customer_id uuid not null,
  group_id uuid not null,
  primary key (reseller_id, customer_id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, group_id) references price_groups (reseller_id, id)
);
create index price_group_customers_of_group on price_group_customers (reseller_id, group_id);
alter table price_group_customers enable row level security;
create policy tenant on price_group_customers to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on price_group_customers for select to app_worker using (true);
create policy own_customers on price_group_customers as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
grant select, insert, update, delete on price_group_customers to app_tenant;
grant select on price_group_customers to app_worker;

create table price_rules (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  -- Neither: for everyone.
  customer_id uuid,
  group_id uuid,
  -- An offer with its product, all offers of a product, or (neither) everything.
  offer_id text references offers (id),
  product_id text references products (id),
  from_date date not null,
  kind text not null check (kind in ('fixed', 'markUp', 'margin', 'none')),
  -- An amount in the reseller's currency, or a percentage of the cost or of the price.
  value numeric(18, 6) check (value >= 0),
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, group_id) references price_groups (reseller_id, id),
  check (num_nonnulls(customer_id, group_id) <= 1),
  check (offer_id is null or product_id is not null),
  check ((kind = 'none') = (value is null)),
  check (kind <> 'fixed' or offer_id is not null),
  check (kind <> 'margin' or value < 100)
);
create unique index price_rules_once on price_rules (reseller_id, customer_id, group_id, offer_id, product_id, from_date) nulls not distinct;
create index price_rules_of_group on price_rules (reseller_id, group_id) where group_id is not null;
create index price_rules_of_everyone on price_rules (reseller_id, offer_id, product_id) where customer_id is null and group_id is null;
alter table price_rules enable row level security;
create policy tenant on price_rules to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on price_rules for select to app_worker using (true);
create policy own_customers on price_rules as restrictive to app_restricted
  using (customer_id is null or (select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on price_rules as restrictive to app_restricted
  using (product_id is null or (select app_every_product()) or product_id in (select app_own_products()));
grant select, insert, update, delete on price_rules to app_tenant;
grant select on price_rules to app_worker;

-- What resellers set for everyone until now, and what the version before still writes.
insert into price_rules (reseller_id, offer_id, product_id, from_date, kind, value)
select r.reseller_id, r.offer_id, o.product_id, r.from_date, case when r.price is null then 'none' else 'fixed' end, r.price
from reseller_prices r join offers o on o.id = r.offer_id;
create function keep_price_rule() returns trigger language plpgsql as $$
begin
  insert into price_rules (reseller_id, offer_id, product_id, from_date, kind, value)
  select new.reseller_id, o.id, o.product_id, new.from_date, case when new.price is null then 'none' else 'fixed' end, new.price
  from offers o where o.id = new.offer_id
  on conflict (reseller_id, customer_id, group_id, offer_id, product_id, from_date) do update set kind = excluded.kind, value = excluded.value;
  return null;
end $$;
create trigger price_rule after insert or update on reseller_prices for each row execute function keep_price_rule();
