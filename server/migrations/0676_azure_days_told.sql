-- Days of Azure far above their like of which somebody was told: each is told as soon as it lands, and once.
create table azure_days_told (
  reseller_id uuid not null,
  subscription_id uuid not null,
  day date not null,
  primary key (reseller_id, subscription_id, day),
  foreign key (reseller_id, subscription_id) references azure_subscriptions (reseller_id, id)
);
alter table azure_days_told enable row level security;
create policy worker on azure_days_told to app_worker using (true) with check (true);
grant select, insert on azure_days_told to app_worker;
