-- What can be sold and at what price. The same for every reseller; only their own prices to customers are theirs.

create table products (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  description text not null,
  -- Several numbering schemes live side by side and are never mixed: agreements and marketplace, Microsoft's part of it, my services.
  agreement_service_id int not null,
  sub_id int,
  my_services_id int,
  route_name text unique,
  listing_id uuid unique,
  category text not null check (category in ('modernWorkplace', 'cloudInfrastructure', 'security', 'backupContinuity')),
  level text not null check (level in ('customer', 'user', 'both')),
  charging_model text not null check (charging_model in ('Unknown', 'ActivationLicence', 'ActivationConsumption', 'Licence', 'LicenceAndOveruse', 'Instance', 'OneTime')),
  cardinality text not null check (cardinality in ('Unknown', 'OncePerReseller', 'OncePerCustomer', 'MultiplePerCustomer')),
  agreement_id text not null,
  feature_flag text,
  hidden boolean not null default false,
  -- Products that another system manages: shown with a link, never with a button to add.
  managed_elsewhere boolean not null default false,
  new_journey boolean not null default false,
  journey_type text not null check (journey_type in ('wizard', 'singlePage', 'nce')),
  fulfiller text not null check (fulfiller in ('microsoft', 'acronis', 'manual', 'none')),
  family text check (family in ('Office365Core', 'PowerBI', 'DynamicsCRM', 'Intune', 'EnterpriseMobilitySuite', 'Azure', 'Office365Secure')),
  icon text not null,
  popularity int not null default 0,
  unique nulls not distinct (agreement_service_id, sub_id)
);
create unique index products_my_services_id on products (my_services_id) where my_services_id is not null;
grant select on products to app_tenant, app_operator, app_worker;

-- Windows, refunds and ends of terms as values with ids. A changed rule is a new id.
create table policies (
  id text primary key,
  kind text not null check (kind in ('window', 'refund', 'termEnd')),
  value jsonb not null
);
create trigger append_only before update or delete on policies for each row execute function refuse_change();
grant select on policies to app_tenant, app_operator, app_worker;

-- One SKU with one term and one billing. Never removed: subscriptions name them for ever.
create table offers (
  id text primary key,
  product_id text not null references products (id),
  sku text not null,
  name text not null,
  description text not null,
  -- The heading it stands under when something is chosen.
  offer_group text not null,
  unit text not null,
  term text not null check (term in ('P1M', 'P1Y', 'P3Y', 'none')),
  billing text not null check (billing in ('monthly', 'annual', 'triennial', 'once')),
  minimum int not null check (minimum >= 1),
  maximum int check (maximum >= minimum),
  is_add_on boolean not null default false,
  -- SKUs of which one must be there or in the same order.
  needs_one_of text[] not null default '{}',
  upgrades_to text[] not null default '{}',
  for_sale boolean not null default true,
  window_policy_id text not null references policies (id),
  refund_policy_id text not null references policies (id),
  term_end_policy_id text not null references policies (id),
  -- The provider's own number.
  offer_ref text not null,
  position int not null,
  unique (sku, term, billing)
);
create index offers_of_product on offers (product_id, position);
grant select on offers to app_tenant, app_operator, app_worker;

create table price_lists (
  id text primary key,
  currency text not null check (currency in ('GBP', 'EUR')),
  from_date date not null,
  published boolean not null default false,
  unique (currency, from_date)
);
grant select on price_lists to app_tenant, app_operator, app_worker;

-- Per unit and billing period, in the currency of the list. An offer that a list leaves out keeps its earlier price.
create table prices (
  price_list_id text not null references price_lists (id),
  offer_id text not null references offers (id),
  cost numeric(18, 6) not null check (cost >= 0),
  recommended numeric(18, 6) check (recommended >= 0),
  primary key (offer_id, price_list_id)
);
grant select on prices to app_tenant, app_operator, app_worker;

create function published_stays() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'price_lists' then
    if old.published then raise exception 'a published price list is never edited' using errcode = '55000'; end if;
  elsif exists (select from price_lists l where l.published and l.id in (
    case when tg_op <> 'INSERT' then old.price_list_id end, case when tg_op <> 'DELETE' then new.price_list_id end)) then
    raise exception 'a published price list is never edited' using errcode = '55000';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger published_stays before update or delete on price_lists for each row execute function published_stays();
create trigger published_stays before insert or update or delete on prices for each row execute function published_stays();

-- Delivery of goods, per order.
create table delivery_options (
  id text not null,
  product_id text not null references products (id),
  currency text not null check (currency in ('GBP', 'EUR')),
  description text not null,
  cost numeric(18, 6) not null check (cost >= 0),
  position int not null,
  primary key (product_id, id, currency)
);
grant select on delivery_options to app_tenant, app_operator, app_worker;

-- What a reseller charges its customers, from a day on, in the reseller's currency.
create table reseller_prices (
  reseller_id uuid not null references resellers (id),
  offer_id text not null references offers (id),
  from_date date not null,
  price numeric(18, 6) check (price >= 0),
  primary key (reseller_id, offer_id, from_date)
);
alter table reseller_prices enable row level security;
create policy tenant on reseller_prices to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on reseller_prices for select to app_worker using (true);
grant select, insert, update on reseller_prices to app_tenant;
grant select on reseller_prices to app_worker;
