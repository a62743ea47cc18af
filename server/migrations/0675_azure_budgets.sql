-- What a customer, or one Azure subscription of it, is to spend in a calendar month at most, at the customer's prices.
create table azure_budgets (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  product_id text not null references products (id),
  -- Null for all subscriptions of the customer.
  subscription_id uuid,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('GBP', 'EUR')),
  -- The parts in percent at which somebody is told, and the memberships of who is.
  steps smallint[] not null check (cardinality(steps) > 0),
  told uuid[] not null,
  -- The first month of which anybody is told.
  since date not null check (extract(day from since) = 1),
  version int not null default 1,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, subscription_id) references azure_subscriptions (reseller_id, id)
);
create unique index azure_budgets_once on azure_budgets (reseller_id, customer_id, subscription_id) nulls not distinct;
alter table azure_budgets enable row level security;
create policy tenant on azure_budgets to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on azure_budgets for select to app_worker using (true);
create policy own_customers on azure_budgets as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on azure_budgets as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert, update, delete on azure_budgets to app_tenant;
grant select on azure_budgets to app_worker;

-- The highest part of a budget of which somebody was told in a month: each is told once.
create table azure_budget_steps (
  reseller_id uuid not null,
  budget_id uuid not null,
  month date not null check (extract(day from month) = 1),
  percent smallint not null,
  primary key (reseller_id, budget_id, month),
  foreign key (reseller_id, budget_id) references azure_budgets (reseller_id, id) on delete cascade
);
alter table azure_budget_steps enable row level security;
create policy tenant on azure_budget_steps to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on azure_budget_steps to app_worker using (true) with check (true);
-- Seen with its budget, which both of its narrowing rules guard.
create policy own_products on azure_budget_steps as restrictive to app_restricted
  using (exists (select from azure_budgets b where b.reseller_id = azure_budget_steps.reseller_id and b.id = azure_budget_steps.budget_id));
grant select, delete on azure_budget_steps to app_tenant;
grant select, insert, update on azure_budget_steps to app_worker;

-- Who does without mails of budgets.
alter table opt_outs drop constraint opt_outs_kind_check;
alter table opt_outs add constraint opt_outs_kind_check
  check (kind in ('newsletters', 'productNews', 'surveys', 'billingMails', 'renewalMails', 'budgetMails'));
