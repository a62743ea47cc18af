-- A customer brings a tenant that it has already. Its administrator accepts an invitation made for this request, at the
-- vendor, and the vendor says which tenant that is; or the operator connects one by hand, with the reason in the log.
create table tenant_requests (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  fulfiller text not null references vendors (id),
  -- preparing: the vendor is asked for an invitation; waiting: for its acceptance.
  state text not null default 'preparing'
    check (state in ('preparing', 'waiting', 'connected', 'refused', 'withdrawn', 'released')),
  -- The vendor's number of the invitation, and the links that the tenant's administrator follows.
  invitation_ref text,
  links jsonb not null default '[]',
  -- What is still to be done, or why it ended.
  message text,
  tenant_ref text,
  tenant_name text,
  requested_by text not null,
  created_at timestamptz not null,
  since timestamptz not null,
  looks int not null default 0,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  check ((tenant_ref is not null) >= (state in ('connected', 'released')))
);
-- One at a time, and at most one tenant brought in.
create unique index tenant_requests_open on tenant_requests (reseller_id, customer_id, fulfiller)
  where state in ('preparing', 'waiting', 'connected');
create index tenant_requests_of_customer on tenant_requests (reseller_id, customer_id, id);
-- Across resellers: a webhook names an invitation before a reseller is known, and the operator reads all.
create unique index tenant_requests_by_invitation on tenant_requests (fulfiller, invitation_ref) where invitation_ref is not null;
create index tenant_requests_to_watch on tenant_requests (state, id) where state in ('preparing', 'waiting', 'connected');
alter table tenant_requests enable row level security;
create policy tenant on tenant_requests to app_tenant
  using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy own_customers on tenant_requests as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy operator on tenant_requests to app_operator using (true) with check (true);
create policy worker on tenant_requests to app_worker using (true) with check (true);
grant select on tenant_requests to app_tenant, app_operator, app_worker;
-- A reseller asks and withdraws; what was proven comes from the worker or the operator alone.
grant insert (reseller_id, customer_id, fulfiller, requested_by, created_at, since) on tenant_requests to app_tenant;
grant update (state, message, since) on tenant_requests to app_tenant;
grant update (state, message, since, tenant_ref, tenant_name) on tenant_requests to app_operator;
grant update on tenant_requests to app_worker;

-- Whatever a reseller's role may write, it never makes a proof, and never undoes one.
create function only_proven_tenants() returns trigger language plpgsql as $$
begin
  if current_user in ('app_tenant', 'app_restricted') and
     (tg_op = 'INSERT' and new.state <> 'preparing' or
      tg_op = 'UPDATE' and (old.state not in ('preparing', 'waiting') or new.state <> 'withdrawn')) then
    raise exception 'A reseller does not say which tenant is proven' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger proven before insert or update on tenant_requests for each row execute function only_proven_tenants();

-- The operator connects a tenant by hand, and releases one in which nothing is sold any more.
create policy operator on provider_tenants to app_operator using (true) with check (true);
grant select, insert, delete on provider_tenants to app_operator;
create policy operator on subscriptions for select to app_operator using (true);
grant select (reseller_id, customer_id, product_id, status, vendor_ref) on subscriptions to app_operator;
