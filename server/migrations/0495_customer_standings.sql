-- What the list of customers shows, sorts and filters by: what each costs a month, when its next term ends, and how many of its
-- services failed or differ from the vendor's book. The worker works it out anew for the customers that events name, so that
-- an order writes nothing more for it; a list is behind by the worker's looks.

alter table customers add column monthly_minor bigint not null default 0;
alter table customers add column next_renewal date not null default 'infinity';
alter table customers add column troubles int not null default 0;
create or replace view customer_search as select * from customers where reseller_id = (select app_searching_reseller());
create or replace view own_customer_search as select * from customers where reseller_id = (select app_reseller())
  and id in (select customer_id from membership_customers
    where reseller_id = (select app_reseller()) and membership_id = (select app_restricted_to()));

create index customers_by_monthly on customers (reseller_id, monthly_minor, id);
create index customers_by_renewal on customers (reseller_id, next_renewal, id);
create index customers_in_trouble on customers (reseller_id, name, id) where troubles > 0;

-- How customers stand now. Each subscription is rounded by itself, as `monthlyCost` does; what renews every month is no news.
create function standings_of(reseller uuid, customers uuid[])
returns table (customer_id uuid, monthly_minor bigint, next_renewal date, troubles int) language sql stable
begin atomic
  select c.id, coalesce(s.monthly, 0), coalesce(s.renewal, 'infinity'), t.services
  from unnest(customers) c (id)
    cross join lateral (
      select sum(round(round(unit_cost * quantity * 100) / case billing when 'annual' then 12 when 'triennial' then 36 else 1 end))::bigint as monthly,
        min(term_until) filter (where term <> 'P1M') as renewal
      from subscriptions where reseller_id = reseller and subscriptions.customer_id = c.id and status <> 'cancelled' and billing <> 'once') s
    cross join lateral (
      select count(*)::int as services from (
        select i.id from service_instances i
        where i.reseller_id = reseller and i.customer_id = c.id and i.status in ('ActivationFailed', 'DeletionFailed')
        union
        select b.instance_id from differences d join subscriptions b on b.reseller_id = d.reseller_id and b.id = d.subscription_id
        where d.reseller_id = reseller and d.customer_id = c.id and d.state in ('open', 'asked') and d.kind <> 'unknown') troubled) t;
end;
revoke execute on function standings_of from public;
grant execute on function standings_of to app_worker;

-- Up to which event customers stand as they should.
create table standings_read (
  only_one boolean primary key default true check (only_one),
  seen text not null,
  at timestamptz not null
);
alter table standings_read enable row level security;
create policy worker on standings_read to app_worker using (true) with check (true);
grant select, insert, update on standings_read to app_worker;
