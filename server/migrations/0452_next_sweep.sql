-- When all that stands in the tenant is compared next. `swept_at` says only when it was.
alter table provider_tenants add column sweep_at timestamptz not null default '-infinity';
update provider_tenants set sweep_at = swept_at + interval '24 hours' where swept_at is not null;
drop index provider_tenants_to_sweep;
create index provider_tenants_to_sweep on provider_tenants (fulfiller, sweep_at);
