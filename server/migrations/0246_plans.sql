-- Many changes that are worked out, committed and undone together. Its lines become orders one by one, as their proposals said.
create table plans (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 100),
  state text not null default 'proposing' check (state in ('proposing', 'ready', 'running', 'paused', 'done')),
  -- The plan that this one puts back.
  undoes uuid,
  -- Whose orders its lines become: whoever committed it last, until then whoever made it.
  membership_id uuid not null,
  made_by uuid,
  made_by_name text not null,
  -- The member of staff in that person's session.
  behind_id uuid,
  behind text,
  made_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (reseller_id, id),
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id),
  foreign key (reseller_id, undoes) references plans (reseller_id, id)
);
create unique index plans_undone_once on plans (reseller_id, undoes);
create index plans_of_member on plans (reseller_id, membership_id);
alter table plans enable row level security;
create policy tenant on plans to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on plans for select to app_worker using (true);
grant select, insert on plans to app_tenant;
grant update (state, membership_id, made_by, made_by_name, behind_id, behind, started_at, ended_at) on plans to app_tenant;
grant select on plans to app_worker;

create table plan_lines (
  reseller_id uuid not null references resellers (id),
  plan_id uuid not null,
  position int not null,
  customer_id uuid not null,
  product_id text not null references products (id),
  instance_id uuid not null,
  subscription_id uuid not null,
  name text not null,
  unit text not null,
  -- What is ordered, as the endpoint takes it.
  change jsonb not null,
  -- What it undoes: quantity and end of term when the line was worked out.
  before jsonb not null,
  state text not null default 'new' check (state in ('new', 'planned', 'refused', 'changed', 'ordered', 'retrying')),
  proposal jsonb,
  hash text,
  charge_minor bigint,
  undo_until timestamptz,
  -- The proposal that had been seen, where another took its place.
  was jsonb,
  reason text,
  order_id uuid,
  primary key (reseller_id, plan_id, position),
  foreign key (reseller_id, plan_id) references plans (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, instance_id) references service_instances (reseller_id, id),
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id)
);
create index plan_lines_to_do on plan_lines (reseller_id, plan_id, position) where state in ('new', 'planned', 'retrying');
create index plan_lines_of_customer on plan_lines (reseller_id, customer_id);
create index plan_lines_of_order on plan_lines (reseller_id, order_id);
alter table plan_lines enable row level security;
create policy tenant on plan_lines to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on plan_lines for select to app_worker using (true);
create policy own_customers on plan_lines as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on plan_lines as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert on plan_lines to app_tenant;
grant update (state, before, proposal, hash, charge_minor, undo_until, was, reason, order_id) on plan_lines to app_tenant;
grant select on plan_lines to app_worker;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(61, 'Plans they made', 'plans', '$1 in (t.made_by, t.behind_id)', '{name,made_at}', '{made_by,behind_id,membership_id}', 'changed', '{"made_by_name": "without_names(made_by_name, $2)", "behind": "without_names(behind, $2)"}', null);
