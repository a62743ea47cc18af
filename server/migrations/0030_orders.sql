-- What is ordered, what stands, what it costs from day to day, and what provides it.
-- Products and offers are named by the catalogue's text ids; they are never removed from it.

create table service_instances (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  product_id text not null,
  -- Set where the service belongs to one person of the customer.
  membership_id uuid,
  status text not null check (status in ('Active', 'Activating', 'Deleting', 'ActivationFailed', 'DeletionFailed', 'Deleted', 'Upgraded')),
  -- The vendor's reason in plain words while the status is a failure; what happens next otherwise.
  reason text,
  since timestamptz not null,
  -- Answers of the journey, by name.
  details jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id)
);
create index service_instances_of_customer on service_instances (reseller_id, customer_id, product_id);
create index service_instances_by_status on service_instances (reseller_id, status, since desc);
alter table service_instances enable row level security;
create policy tenant on service_instances to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on service_instances to app_worker using (true) with check (true);
create policy operator on service_instances for select to app_operator using (true);
grant select, insert, update on service_instances to app_tenant, app_worker;
grant select on service_instances to app_operator;

create function count_customer_services() returns trigger language plpgsql security definer set search_path = public as $$
declare
  before int := case when tg_op = 'INSERT' then 0 else (old.status not in ('Deleted', 'Upgraded'))::int end;
  after int := case when tg_op = 'DELETE' then 0 else (new.status not in ('Deleted', 'Upgraded'))::int end;
begin
  if before <> after then
    update customers set service_count = service_count + after - before
    where reseller_id = coalesce(new.reseller_id, old.reseller_id) and id = coalesce(new.customer_id, old.customer_id);
  end if;
  return null;
end $$;
create trigger count_services after insert or delete or update of status on service_instances for each row execute function count_customer_services();

-- The customer's number at each provider.
create table provider_tenants (
  reseller_id uuid not null references resellers (id),
  customer_id uuid not null,
  fulfiller text not null check (fulfiller in ('microsoft', 'acronis', 'manual')),
  tenant_ref text not null,
  primary key (reseller_id, customer_id, fulfiller),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id)
);
alter table provider_tenants enable row level security;
create policy tenant on provider_tenants for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on provider_tenants to app_worker using (true) with check (true);
grant select on provider_tenants to app_tenant, app_worker;
grant insert, update on provider_tenants to app_worker;

-- A change a person committed, with the proposal it was promised by, and how far its provider is.
create table orders (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  instance_id uuid not null,
  product_id text not null,
  journey text not null check (journey in ('Add', 'Modify', 'Delete', 'Upgrade', 'Suspend', 'Resume')),
  -- What the provider is asked for.
  task text not null check (task in ('add', 'change', 'schedule', 'cancel', 'suspend', 'resume')),
  status text not null default 'Working' check (status in ('Working', 'Completed', 'Failed')),
  proposal_hash text,
  proposal jsonb,
  details jsonb not null default '{}',
  -- What earlier rounds at the provider learnt.
  memo jsonb not null default '{}',
  message text,
  reason_code text,
  estimated_completion date,
  placed_at timestamptz not null,
  placed_by uuid,
  placed_by_name text not null,
  completed_at timestamptz,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, instance_id) references service_instances (reseller_id, id)
);
create index orders_of_customer on orders (reseller_id, customer_id, id desc);
create index orders_of_instance on orders (reseller_id, instance_id, id desc);
create index orders_at_work on orders (reseller_id, status, id) where status = 'Working';
alter table orders enable row level security;
create policy tenant on orders to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on orders to app_worker using (true) with check (true);
create policy operator on orders for select to app_operator using (true);
grant select, insert on orders to app_tenant;
grant update (status, message, reason_code) on orders to app_tenant;
grant select, insert, update on orders to app_worker;
grant select on orders to app_operator;

-- The present state of each subscription: the fold of its history, kept in the same transaction.
create table subscriptions (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  instance_id uuid not null,
  product_id text not null,
  offer_id text not null,
  sku text not null,
  name text not null,
  parent_id uuid,
  term text not null check (term in ('P1M', 'P1Y', 'P3Y', 'none')),
  billing text not null check (billing in ('monthly', 'annual', 'triennial', 'once')),
  currency text not null check (currency in ('GBP', 'EUR')),
  -- Cost per unit and billing period, protected until the term ends; and the reseller's price to the customer.
  unit_cost numeric(20, 8) not null check (unit_cost >= 0),
  customer_price numeric(20, 8) check (customer_price >= 0),
  quantity int not null check (quantity >= 0),
  status text not null check (status in ('active', 'suspended', 'cancelled')),
  anchor_day int not null check (anchor_day between 1 and 31),
  term_from date not null,
  term_until date,
  period_from date,
  period_until date,
  -- Seats bought together share one window: [{quantity, openedAt, refundableUntil}], oldest first.
  lots jsonb not null,
  -- What is wanted when the term ends; ours, whatever the vendor forgets.
  term_end jsonb not null,
  policy_ids jsonb not null,
  dispatched_at timestamptz,
  vendor_ref text,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, instance_id) references service_instances (reseller_id, id),
  foreign key (reseller_id, parent_id) references subscriptions (reseller_id, id)
);
create index subscriptions_of_instance on subscriptions (reseller_id, instance_id);
create index subscriptions_of_customer on subscriptions (reseller_id, customer_id);
-- Daily work asks every reseller for what falls due; the only index here that is not led by the tenant.
create index subscriptions_falling_due on subscriptions (period_until) where status <> 'cancelled' and period_until is not null;
alter table subscriptions enable row level security;
create policy tenant on subscriptions to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on subscriptions to app_worker using (true) with check (true);
grant select, insert, update on subscriptions to app_tenant, app_worker;

create table order_lines (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  order_id uuid not null,
  subscription_id uuid not null,
  offer_id text not null,
  name text not null,
  quantity int not null check (quantity >= 0),
  primary key (reseller_id, id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id)
);
create index order_lines_of_order on order_lines (reseller_id, order_id);
create index order_lines_of_subscription on order_lines (reseller_id, subscription_id);
create trigger append_only before update or delete on order_lines for each row execute function refuse_change();
alter table order_lines enable row level security;
create policy tenant on order_lines to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on order_lines to app_worker using (true) with check (true);
grant select, insert on order_lines to app_tenant, app_worker;

-- Facts about subscriptions, append-only: when each holds in the world and when we learnt it, both in business time.
create table subscription_history (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  subscription_id uuid not null,
  order_id uuid,
  effective_at timestamptz not null,
  recorded_at timestamptz not null,
  kind text not null check (kind in ('started', 'renewed', 'seatsAdded', 'seatsRemoved', 'priceFixed', 'scheduled', 'suspended', 'resumed', 'dispatched', 'cancelled', 'upgraded')),
  data jsonb not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id)
);
create index subscription_history_of_subscription on subscription_history (reseller_id, subscription_id, effective_at, id);
create trigger append_only before update or delete on subscription_history for each row execute function refuse_change();
alter table subscription_history enable row level security;
create policy tenant on subscription_history to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on subscription_history to app_worker using (true) with check (true);
grant select, insert on subscription_history to app_tenant, app_worker;

-- Until which day a reseller's charges are on invoices. Writers of charges share this row, the invoice run takes it alone.
create table billing_state (
  reseller_id uuid primary key references resellers (id),
  billed_until date not null
);
alter table billing_state enable row level security;
create policy tenant on billing_state to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on billing_state to app_worker using (true) with check (true);
create policy operator on billing_state to app_operator using (true) with check (true);
grant select on billing_state to app_tenant, app_worker, app_operator;
-- FOR SHARE needs the right to update a column; the tenant's policy keeps it to its own row and the trigger below forward.
grant update (billed_until) on billing_state to app_tenant, app_worker;
grant insert on billing_state to app_operator, app_worker;
create function billing_moves_forward() returns trigger language plpgsql as $$
begin
  if new.billed_until < old.billed_until or current_user = 'app_tenant' then raise exception 'only the invoice run moves this, and forward' using errcode = '55000'; end if;
  return new;
end $$;
create trigger forward_only before update on billing_state for each row execute function billing_moves_forward();
create function open_billing() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into billing_state (reseller_id, billed_until) values (new.id, date_trunc('month', new.created_at at time zone 'UTC')::date);
  return null;
end $$;
create trigger open_billing after insert on resellers for each row execute function open_billing();

-- Dated charges at the reseller's cost, append-only. The invoice run only collects those that are due.
create table charges (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  -- Null for charges of the order as a whole, such as delivery.
  subscription_id uuid,
  order_id uuid,
  product_id text not null,
  offer_id text,
  kind text not null check (kind in ('recurring', 'prorated', 'refund', 'once')),
  description text not null,
  period_from date not null,
  period_until date not null,
  due_on date not null,
  quantity int not null,
  unit_cost numeric(20, 8) not null,
  amount_minor bigint not null,
  currency text not null check (currency in ('GBP', 'EUR')),
  policy_id text,
  recorded_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  check (period_until >= period_from),
  check ((kind = 'refund') = (amount_minor < 0) or amount_minor = 0)
);
create index charges_falling_due on charges (reseller_id, due_on);
create index charges_of_subscription on charges (reseller_id, subscription_id, period_from);
-- A period of a subscription is charged once, whatever is run twice.
create unique index charges_recurring_once on charges (reseller_id, subscription_id, period_from) where kind = 'recurring';
create trigger append_only before update or delete on charges for each row execute function refuse_change();
alter table charges enable row level security;
create policy tenant on charges to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on charges to app_worker using (true) with check (true);
grant select, insert on charges to app_tenant, app_worker;

-- Orders that people fulfil: the operator's work queue. One item per order.
create table work_items (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  order_id uuid not null,
  customer_id uuid not null,
  title text not null,
  -- What is asked for, as any provider gets it.
  task jsonb not null,
  -- Grows each time rejected work is opened again.
  attempt int not null default 1,
  status text not null default 'queued' check (status in ('queued', 'working', 'done', 'failed')),
  note text,
  assignee text,
  estimated_completion date,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (reseller_id, id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id)
);
create unique index work_items_once_per_order on work_items (reseller_id, order_id);
create index work_items_open on work_items (status, created_at) where status in ('queued', 'working');
alter table work_items enable row level security;
create policy tenant on work_items for select to app_tenant using (reseller_id = (select app_reseller()));
create policy operator on work_items to app_operator using (true) with check (true);
create policy worker on work_items to app_worker using (true) with check (true);
grant select on work_items to app_tenant;
grant select, update on work_items to app_operator;
grant select, insert, update on work_items to app_worker;
