-- What vendors told of the use of a subscription in a month as it ended, since no report of theirs tells it any more.
create table last_usage (
  reseller_id uuid not null references resellers (id),
  subscription_id uuid not null,
  month date not null check (extract(day from month) = 1),
  meter text not null,
  vendor text not null references vendors (id),
  vendor_ref text not null,
  quantity numeric(20, 8) not null,
  told_at timestamptz not null,
  primary key (reseller_id, subscription_id, month, meter),
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id)
);
-- A report is of all resellers.
create index last_usage_of_month on last_usage (vendor, month, vendor_ref, meter);
alter table last_usage enable row level security;
create policy worker on last_usage to app_worker using (true) with check (true);
grant select, insert, delete on last_usage to app_worker;
