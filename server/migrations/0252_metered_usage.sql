-- What a subscription used, as its vendor's files and answers tell it: each line once, never edited. A day that is told
-- again is another line.
alter table offers add column meters jsonb not null default '[]';

create table metered_usage (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  product_id text not null references products (id),
  subscription_id uuid not null,
  meter text not null,
  day date not null,
  quantity numeric(20, 8) not null,
  -- What the vendor asks for one, where it says so with the line.
  unit_cost numeric(20, 8),
  -- The file or answer, and the line of it.
  source text not null,
  line int not null,
  recorded_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id)
);
create unique index metered_usage_line_once on metered_usage (reseller_id, subscription_id, source, line);
create index metered_usage_by_day on metered_usage (reseller_id, subscription_id, day, meter);
create index metered_usage_of_customer on metered_usage (reseller_id, customer_id);
create trigger append_only before update or delete on metered_usage for each row execute function refuse_change();
alter table metered_usage enable row level security;
create policy tenant on metered_usage for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on metered_usage to app_worker using (true) with check (true);
create policy own_customers on metered_usage as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on metered_usage as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select on metered_usage to app_tenant;
grant select, insert on metered_usage to app_worker;
