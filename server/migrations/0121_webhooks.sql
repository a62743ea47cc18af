-- Calls of vendors, as they came: kept before they are answered, read by a job. An event that is sent again is kept once.
create table webhook_inbox (
  id uuid primary key default uuidv7(),
  vendor text not null references vendors (id),
  event_id text not null,
  received_at timestamptz not null,
  headers jsonb not null,
  body bytea not null check (octet_length(body) <= 262144),
  state text not null default 'waiting' check (state in ('waiting', 'read', 'failed')),
  unique (vendor, event_id)
);
alter table webhook_inbox enable row level security;
create policy identity on webhook_inbox for insert to app_identity with check (true);
create policy worker on webhook_inbox to app_worker using (true) with check (true);
grant insert (id, vendor, event_id, received_at, headers, body) on webhook_inbox to app_identity;
grant select, update, delete on webhook_inbox to app_worker;

-- What a vendor was last seen to have, appended when it changed.
create table vendor_views (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  subscription_id uuid not null,
  status text not null check (status in ('active', 'suspended', 'ended')),
  quantity int not null check (quantity >= 0),
  seen_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id)
);
create index vendor_views_of_subscription on vendor_views (reseller_id, subscription_id, id);
create trigger append_only before update or delete on vendor_views for each row execute function refuse_change();
alter table vendor_views enable row level security;
create policy tenant on vendor_views for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on vendor_views to app_worker using (true) with check (true);
grant select on vendor_views to app_tenant;
grant select, insert on vendor_views to app_worker;

-- A webhook names a vendor's tenant before a reseller is known.
create index provider_tenants_by_ref on provider_tenants (fulfiller, tenant_ref);
