-- Relationships in which a customer lets its partner look after its tenant: asked for by the reseller, approved by the
-- customer's administrator at the vendor, and kept as the vendor tells. Only the worker says how one stands.
create table admin_relationships (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  fulfiller text not null references vendors (id),
  tenant_ref text not null,
  -- The vendor's ids of the roles.
  roles text[] not null check (cardinality(roles) > 0),
  days int not null check (days between 1 and 730),
  extends_itself boolean not null,
  -- preparing: the vendor is asked for it; refused: it made none; lapsed: nobody approved it in time.
  status text not null default 'preparing' check (status in ('preparing', 'approvalPending', 'activating', 'active', 'expiring',
    'expired', 'terminating', 'terminated', 'refused', 'lapsed')),
  relationship_ref text,
  approval_url text,
  -- Whether our people have its roles at the vendor.
  access text not null default 'none' check (access in ('none', 'pending', 'active')),
  -- What the vendor refused last.
  message text,
  activated_at timestamptz,
  ends_at timestamptz,
  -- What the vendor is still to be told.
  wants_end boolean not null default false,
  wants_extension boolean,
  -- How many days were left when its end was last told.
  told_days int,
  requested_by text not null,
  created_at timestamptz not null,
  since timestamptz not null,
  looks int not null default 0,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id)
);
-- One at a time waits for approval.
create unique index admin_relationships_pending on admin_relationships (reseller_id, customer_id, fulfiller)
  where status in ('preparing', 'approvalPending');
create index admin_relationships_of_customer on admin_relationships (reseller_id, customer_id, id);
-- Across resellers: a worker is told the id alone, and looks after those that are not over.
create unique index admin_relationships_by_id on admin_relationships (id);
create index admin_relationships_to_watch on admin_relationships (status, id)
  where status in ('preparing', 'approvalPending', 'activating', 'active', 'expiring', 'terminating');
alter table admin_relationships enable row level security;
create policy tenant on admin_relationships to app_tenant
  using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy own_customers on admin_relationships as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy worker on admin_relationships to app_worker using (true) with check (true);
grant select on admin_relationships to app_tenant, app_worker;
grant insert (reseller_id, customer_id, fulfiller, tenant_ref, roles, days, extends_itself, requested_by, created_at, since) on admin_relationships to app_tenant;
grant update (wants_end, wants_extension) on admin_relationships to app_tenant;
grant update on admin_relationships to app_worker;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(205, 'Admin relationships they asked for', 'admin_relationships', 'without_names(t.requested_by, $2) <> t.requested_by and t.reseller_id in (select reseller_id from memberships where person_id = $1)', '{fulfiller,status,created_at}', '{}', 'changed', '{"requested_by": "without_names(requested_by, $2)"}', null);

-- What is there is on until the operator switches it off.
update feature_flags set enabled = true where name = 'GDAP';
