-- Orders that people asked for, because they may not place them without asking.
create table requests (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  product_id text not null references products (id),
  instance_id uuid,
  -- For whom of the customer, as the endpoint takes it.
  user_id uuid,
  change jsonb not null,
  details jsonb not null,
  -- What it would do, in words.
  what text not null,
  note text not null,
  -- The proposal as it was asked for.
  proposal jsonb not null,
  -- What it commits the customer to at its own prices; null if it has none.
  spend_minor bigint,
  state text not null default 'open' check (state in ('open', 'approved', 'refused', 'withdrawn', 'expired')),
  membership_id uuid not null,
  asked_by uuid,
  asked_by_name text not null,
  -- A customer's people see only those of their own.
  asked_as text not null check (asked_as in ('admins', 'colleagues')),
  behind_id uuid,
  asked_at timestamptz not null,
  -- The last day on which it can be approved.
  expires_on date not null,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  reason text,
  order_id uuid,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, instance_id) references service_instances (reseller_id, id),
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'approved') = (order_id is not null))
);
create index requests_of_customer on requests (reseller_id, customer_id, id desc);
create index requests_of_instance on requests (reseller_id, instance_id);
create index requests_of_member on requests (reseller_id, membership_id);
create index requests_of_order on requests (reseller_id, order_id);
create index requests_open on requests (reseller_id, id desc) where state = 'open';
create index requests_open_by_end on requests (expires_on) where state = 'open';
alter table requests enable row level security;
create policy tenant on requests to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on requests to app_worker using (true) with check (true);
create policy own_customers on requests as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on requests as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert on requests to app_tenant;
grant update (state, decided_by, decided_by_name, decided_at, reason, order_id) on requests to app_tenant;
grant select on requests to app_worker;
grant update (state, decided_at) on requests to app_worker;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(513, 'Orders they asked for or decided about', 'requests', '$1 in (t.asked_by, t.behind_id, t.decided_by)', '{what,note,asked_at,decided_at,reason}', '{asked_by,behind_id,decided_by,membership_id,user_id}', 'changed', '{"asked_by_name": "without_names(asked_by_name, $2)", "decided_by_name": "without_names(decided_by_name, $2)", "note": "without_names(note, $2)", "reason": "without_names(reason, $2)"}', null);
