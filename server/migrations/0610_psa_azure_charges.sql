-- By what a reseller charges Azure in its PSA: in total, by group, by resource or by meter.
alter table psa_connections add column azure_report smallint not null default 0 check (azure_report between 0 and 3);

-- What of a month of Azure a write to the PSA is for. It carries the amount, and how it ended.
create table psa_azure_charges (
  reseller_id uuid not null references resellers (id),
  source text not null,
  -- That of its write.
  key text not null,
  -- The part of the month: the same for what it changes by later.
  charge_id uuid not null,
  subscription_id uuid not null,
  month date not null check (extract(day from month) = 1),
  kind smallint not null check (kind between 0 and 3),
  -- Null for all of a subscription.
  part text,
  resource_group text,
  resource text,
  meter text,
  currency text not null check (currency in ('GBP', 'EUR')),
  primary key (reseller_id, source, key),
  foreign key (reseller_id, subscription_id) references azure_subscriptions (reseller_id, id)
);
create index psa_azure_charges_by_month on psa_azure_charges (reseller_id, source, month);
alter table psa_azure_charges enable row level security;
create policy tenant on psa_azure_charges to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy whole_company on psa_azure_charges as restrictive to app_restricted using (false);
grant select, insert on psa_azure_charges to app_tenant;
