-- What a customer's admins and the reseller's own people may order for it without asking. A customer without a row has no rules.
create table order_rules (
  reseller_id uuid not null references resellers (id),
  customer_id uuid not null,
  version int not null default 1,
  admins text not null check (admins in ('freely', 'limited', 'byRequest')),
  -- What they may commit to in a calendar month, in pence or cents.
  admins_limit_minor bigint check (admins_limit_minor > 0),
  colleagues text not null check (colleagues in ('freely', 'limited', 'byRequest')),
  colleagues_limit_minor bigint check (colleagues_limit_minor > 0),
  -- Whether a request is decided by somebody else than who sent it.
  second_person boolean not null,
  primary key (reseller_id, customer_id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  check ((admins = 'limited') = (admins_limit_minor is not null)),
  check ((colleagues = 'limited') = (colleagues_limit_minor is not null))
);
alter table order_rules enable row level security;
create policy tenant on order_rules to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy own_customers on order_rules as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
grant select, insert, update on order_rules to app_tenant;

alter table orders
  -- What it committed the customer to, at the customer's prices; null if it has none.
  add column spent_minor bigint,
  -- Whose limit it counts against; null if somebody approved it, or the system placed it.
  add column spent_by text check (spent_by in ('admins', 'colleagues'));
create index orders_that_spend on orders (reseller_id, customer_id, spent_by, placed_at) include (spent_minor, status) where spent_minor > 0;

-- Adds up all of a customer, whatever products the person who orders may see: a limit is of everybody together.
create function spent_since(of_customer uuid, by_whom text, since timestamptz) returns bigint
language sql stable security definer set search_path = public as $$
  select coalesce(sum(spent_minor), 0)::bigint from orders
  where reseller_id = app_reseller() and customer_id = of_customer and spent_by = by_whom and placed_at >= since
    and status <> 'Failed' and spent_minor > 0
$$;
revoke execute on function spent_since(uuid, text, timestamptz) from public;
grant execute on function spent_since(uuid, text, timestamptz) to app_tenant;
