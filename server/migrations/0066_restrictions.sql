-- Some people look after certain customers or products only (ACL-53, ACL-54). Their transactions take a role of their own,
-- app_restricted, which may what app_tenant may and is narrowed by the restrictive policies below; nobody else pays for them.

alter table memberships
  -- Only the customers in membership_customers; a customer's own people belong to one already.
  add column only_customers boolean not null default false,
  -- Only these products; null means every one.
  add column only_products text[],
  -- Grows with each change of the two, so that no change is written over unseen.
  add column restrictions_version int not null default 0,
  add check (customer_id is null or not only_customers);

create table membership_customers (
  reseller_id uuid not null references resellers (id),
  membership_id uuid not null,
  customer_id uuid not null,
  primary key (reseller_id, membership_id, customer_id),
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id)
);
create index membership_customers_of_customer on membership_customers (reseller_id, customer_id);
alter table membership_customers enable row level security;
create policy tenant on membership_customers for select to app_tenant using (reseller_id = (select app_reseller()));
create policy identity on membership_customers to app_identity using (true) with check (true);
create policy operator on membership_customers for select to app_operator using (true);
create policy worker on membership_customers for select to app_worker using (true);
grant select on membership_customers to app_tenant, app_operator, app_worker;
grant select, insert, delete on membership_customers to app_identity;

-- Whom a restricted transaction acts for. Without it, as for somebody unknown, the functions below show nothing.
create function app_restricted_to() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.restricted_to', true), '')::uuid;

create function app_every_customer() returns boolean language sql stable security definer set search_path = public
  return coalesce((select not only_customers from memberships where reseller_id = app_reseller() and id = app_restricted_to()), false);
create function app_own_customers() returns setof uuid language sql stable security definer set search_path = public
begin atomic
  select customer_id from membership_customers where reseller_id = app_reseller() and membership_id = app_restricted_to();
end;
create function app_every_product() returns boolean language sql stable security definer set search_path = public
  return coalesce((select only_products is null from memberships where reseller_id = app_reseller() and id = app_restricted_to()), false);
create function app_own_products() returns setof text language sql stable security definer set search_path = public
begin atomic
  select unnest(only_products) from memberships where reseller_id = app_reseller() and id = app_restricted_to();
end;
-- A product that is sold once per reseller counts wherever it stands, also where the caller may not look.
create function app_has_product(product text) returns boolean language sql stable security definer set search_path = public
  return exists (select from service_instances where reseller_id = app_reseller() and product_id = product and status not in ('Deleted', 'Upgraded'));
revoke execute on function app_every_customer, app_own_customers, app_every_product, app_own_products, app_has_product from public;
grant execute on function app_every_customer, app_own_customers, app_every_product, app_own_products to app_restricted;
grant execute on function app_has_product to app_tenant;

create policy own_customers on customers as restrictive to app_restricted
  using ((select app_every_customer()) or id in (select app_own_customers()));
create policy own_customers on memberships as restrictive to app_restricted
  using (customer_id is null or (select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_customers on membership_customers as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_customers on invitations as restrictive to app_restricted
  using (customer_id is null or (select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_customers on activity as restrictive for select to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_customers on service_instances as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_customers on provider_tenants as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_customers on orders as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_customers on subscriptions as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_customers on charges as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_customers on work_items as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));

create policy own_products on service_instances as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
create policy own_products on orders as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
create policy own_products on subscriptions as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
create policy own_products on charges as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));

-- What hangs on an order, a subscription or a service is seen with it. It is written in one statement with it, so only reading asks.
create policy own_products on order_lines as restrictive for select to app_restricted
  using (exists (select from orders o where o.reseller_id = order_lines.reseller_id and o.id = order_lines.order_id));
create policy own_products on work_items as restrictive for select to app_restricted
  using (exists (select from orders o where o.reseller_id = work_items.reseller_id and o.id = work_items.order_id));
create policy own_products on subscription_history as restrictive for select to app_restricted
  using (exists (select from subscriptions s where s.reseller_id = subscription_history.reseller_id and s.id = subscription_history.subscription_id));
create policy own_products on activity as restrictive for select to app_restricted
  using ((select app_every_product()) or object_kind not in ('service', 'order', 'subscription')
    or exists (select from service_instances i where i.reseller_id = activity.reseller_id and i.id = activity.object_id)
    or exists (select from orders o where o.reseller_id = activity.reseller_id and o.id = activity.object_id)
    or exists (select from subscriptions s where s.reseller_id = activity.reseller_id and s.id = activity.object_id));

-- Documents of the whole company, which hold what every customer and product costs.
create policy whole_company on invoices as restrictive to app_restricted using (false);
create policy whole_company on invoice_lines as restrictive to app_restricted using (false);
create policy whole_company on invoice_taxes as restrictive to app_restricted using (false);
create policy whole_company on ledger_entries as restrictive to app_restricted using (false);

-- A notification that is about a customer or a product is read by whoever may see them, also later.
alter table notifications add column customer_id uuid, add column product_id text;
alter table notifications add foreign key (reseller_id, customer_id) references customers (reseller_id, id);
create policy own_customers on notifications as restrictive for select to app_restricted
  using (customer_id is null or (select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on notifications as restrictive for select to app_restricted
  using (product_id is null or (select app_every_product()) or product_id in (select app_own_products()));
-- Those sent before name their customer in their link.
update notifications set customer_id = substring(link from '^/customers/customer/([0-9a-f-]{36})')::uuid
where link ~ '^/customers/customer/[0-9a-f-]{36}';

-- The owner's view looks past the policies of app_restricted, so it shows them nothing: their lists read the table.
create function app_searching_reseller() returns uuid language sql stable parallel safe
  return case when current_user <> 'app_restricted' then app_reseller() end;
create or replace view customer_search as select * from customers where reseller_id = (select app_searching_reseller());

create or replace function billing_moves_forward() returns trigger language plpgsql as $$
begin
  if new.billed_until < old.billed_until or current_user in ('app_tenant', 'app_restricted') then raise exception 'only the invoice run moves this, and forward' using errcode = '55000'; end if;
  return new;
end $$;

-- Restrictions are written by the role that keeps people; the open pages of the company are told.
create policy identity on events for insert to app_identity with check (true);
grant insert on events to app_identity;
