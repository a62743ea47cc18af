-- Sums and counts that dashboard, analytics and lists show, kept as rows are written, so that no page adds up all that a
-- reseller has. A trigger adds a line of what changed, in the transaction that changes it; nobody waits for anybody. The
-- worker adds the lines up, and who reads adds those that are left. tally_rows works everything out from the rows.

create table tallies (
  reseller_id uuid not null references resellers (id),
  -- charged: net by month and product. seats, active: how many more or fewer there were in a month, by product and customer.
  -- ended: subscriptions that ended in a month, by the month in which they began (mark). services: by product and status
  -- (mark). customers: by status, type and whether they have services (mark).
  figure text not null check (figure in ('charged', 'seats', 'active', 'ended', 'services', 'customers')),
  -- Nil: of all customers together.
  customer_id uuid not null default '00000000-0000-0000-0000-000000000000',
  month date not null default '-infinity',
  product_id text not null default '',
  mark text not null default '',
  amount bigint not null,
  primary key (reseller_id, figure, customer_id, month, product_id, mark)
);
alter table tallies enable row level security;
create policy tenant on tallies for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on tallies to app_worker using (true) with check (true);
create policy own_customers on tallies as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on tallies as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select on tallies to app_tenant;
grant select, insert, update on tallies to app_worker;

-- What was written since; a line with a customer counts for that customer and for all together.
create table tally_changes (
  reseller_id uuid not null,
  id uuid not null default uuidv7(),
  figure text not null,
  customer_id uuid not null default '00000000-0000-0000-0000-000000000000',
  month date not null default '-infinity',
  product_id text not null default '',
  mark text not null default '',
  amount bigint not null,
  primary key (reseller_id, id)
);
alter table tally_changes enable row level security;
create policy tenant on tally_changes for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on tally_changes to app_worker using (true) with check (true);
create policy own_customers on tally_changes as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on tally_changes as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select on tally_changes to app_tenant;
grant select, delete on tally_changes to app_worker;

-- Of the whole company, and of each customer.
create view company_tallies with (security_invoker = true) as
  select reseller_id, figure, month, product_id, mark, amount from tallies where customer_id = '00000000-0000-0000-0000-000000000000'
  union all
  select reseller_id, figure, month, product_id, mark, amount from tally_changes;
create view customer_tallies with (security_invoker = true) as
  select reseller_id, figure, customer_id, month, product_id, mark, amount from tallies where customer_id <> '00000000-0000-0000-0000-000000000000'
  union all
  select reseller_id, figure, customer_id, month, product_id, mark, amount from tally_changes where customer_id <> '00000000-0000-0000-0000-000000000000';
grant select on company_tallies, customer_tallies to app_tenant;

create function first_of_month(at timestamp) returns date language sql immutable parallel safe return date_trunc('month', at)::date;

create function tally_charges() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_changes (reseller_id, figure, month, product_id, amount)
  select reseller_id, 'charged', first_of_month(due_on), product_id, sum(amount_minor) from added
  group by 1, 3, 4 having sum(amount_minor) <> 0;
  return null;
end $$;
create trigger tallied after insert on charges referencing new table as added for each statement execute function tally_charges();

-- How the history of these subscriptions changes the seats and the number of recurring subscriptions; where some entries
-- are named, what difference these make, which may take effect before others and change what those did. Only units that
-- people hold are seats: gigabytes and servers cannot be added to them. A start, a renewal and an end state the resulting
-- seats, the others the difference.
create function history_steps(reseller uuid, of_subscriptions uuid[], entries uuid[])
returns table (figure text, customer_id uuid, month date, product_id text, mark text, amount bigint) language sql stable
begin atomic
  with folded as (
    select v.sign, h.subscription_id, s.customer_id, s.product_id, h.kind, h.effective_at, h.recorded_at, h.id,
      coalesce(o.unit in ('Licence', 'Seat', 'User', 'Mailbox'), false) as in_seats,
      case h.kind when 'seatsRemoved' then -h.quantity else coalesce(h.quantity, 0) end as change,
      count(*) filter (where h.kind in ('started', 'renewed', 'cancelled', 'upgraded')) over entry as part,
      min(h.effective_at) filter (where h.kind = 'started') over (partition by v.sign, h.subscription_id) as began
    from unnest(of_subscriptions) w (id) join subscriptions s on s.reseller_id = reseller and s.id = w.id
      join subscription_history h on h.reseller_id = reseller and h.subscription_id = s.id left join offers o on o.id = s.offer_id
      join (values (1), (-1)) v (sign) on v.sign = 1 or h.id <> all (entries)
    where s.billing <> 'once'
      and h.kind in ('started', 'renewed', 'seatsAdded', 'seatsRemoved', 'cancelled', 'upgraded')
    window entry as (partition by v.sign, h.subscription_id order by h.effective_at, h.recorded_at, h.id)
  ),
  standing as (
    select *, sum(change) over (partition by sign, subscription_id, part order by effective_at, recorded_at, id) as standing from folded
  ),
  steps as (
    select *, first_of_month(effective_at at time zone 'UTC') as month,
      standing - lag(standing, 1, 0) over (partition by sign, subscription_id order by effective_at, recorded_at, id) as seats
    from standing
  ),
  figures as (
    select 'seats' as figure, customer_id, month, product_id, '' as mark, sign * seats as amount from steps where in_seats
    union all
    select 'active', customer_id, month, product_id, '', sign * case kind when 'started' then 1 else -1 end from steps
    where kind in ('started', 'cancelled', 'upgraded')
    union all
    select 'ended', customer_id, month, product_id, first_of_month(began at time zone 'UTC')::text, sign from steps
    where kind = 'cancelled' and began is not null
  )
  select figure, customer_id, month, product_id, mark, sum(amount)::bigint from figures group by 1, 2, 3, 4, 5 having sum(amount) <> 0;
end;
revoke execute on function history_steps from public;

-- Who writes history has locked its subscription, so that no entry is overlooked. Most entries are the first of theirs.
create function tally_history() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from added a join subscription_history h on h.reseller_id = a.reseller_id and h.subscription_id = a.subscription_id
      where a.kind <> 'started' or h.id <> a.id) then
    insert into tally_changes (reseller_id, figure, customer_id, month, product_id, amount)
    select s.reseller_id, f.figure, s.customer_id, first_of_month(a.effective_at at time zone 'UTC'), s.product_id,
      sum(case f.figure when 'active' then 1 else a.quantity end)
    from added a join subscriptions s on s.reseller_id = a.reseller_id and s.id = a.subscription_id left join offers o on o.id = s.offer_id
      join (values ('active'), ('seats')) f (figure) on f.figure = 'active' or o.unit in ('Licence', 'Seat', 'User', 'Mailbox')
    where s.billing <> 'once' group by 1, 2, 3, 4, 5;
  else
    insert into tally_changes (reseller_id, figure, customer_id, month, product_id, mark, amount)
    select a.reseller_id, t.*
    from (
      select reseller_id, array_agg(distinct subscription_id) as subscriptions, array_agg(id) as entries from added
      where kind in ('started', 'renewed', 'seatsAdded', 'seatsRemoved', 'cancelled', 'upgraded') group by 1
    ) a cross join lateral history_steps(a.reseller_id, a.subscriptions, a.entries) t;
  end if;
  return null;
end $$;
create trigger tallied after insert on subscription_history referencing new table as added
  for each statement execute function tally_history();

create or replace function count_customer_services() returns trigger language plpgsql security definer set search_path = public as $$
declare
  before int := case when tg_op = 'INSERT' then 0 else (old.status not in ('Deleted', 'Upgraded'))::int end;
  after int := case when tg_op = 'DELETE' then 0 else (new.status not in ('Deleted', 'Upgraded'))::int end;
begin
  if before <> after then
    update customers set service_count = service_count + after - before
    where reseller_id = coalesce(new.reseller_id, old.reseller_id) and id = coalesce(new.customer_id, old.customer_id);
  end if;
  if tg_op = 'INSERT' then
    insert into tally_changes (reseller_id, figure, product_id, mark, amount) values (new.reseller_id, 'services', new.product_id, new.status, 1);
  elsif tg_op = 'UPDATE' and old.status <> new.status then
    insert into tally_changes (reseller_id, figure, product_id, mark, amount)
    values (old.reseller_id, 'services', old.product_id, old.status, -1), (new.reseller_id, 'services', new.product_id, new.status, 1);
  end if;
  return null;
end $$;

create function customer_mark(status text, organisation_type text, service_count int) returns text language sql immutable parallel safe
  return status || ' ' || organisation_type || case when service_count > 0 then ' some' else ' none' end;
create function tally_customer() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_changes (reseller_id, figure, mark, amount)
  values (new.reseller_id, 'customers', customer_mark(new.status, new.organisation_type, new.service_count), 1);
  return null;
end $$;
create trigger tallied after insert on customers for each row execute function tally_customer();
create function tally_changed_customer() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_changes (reseller_id, figure, mark, amount)
  values (old.reseller_id, 'customers', customer_mark(old.status, old.organisation_type, old.service_count), -1),
    (new.reseller_id, 'customers', customer_mark(new.status, new.organisation_type, new.service_count), 1);
  return null;
end $$;
create trigger tallied_change after update on customers for each row
  when ((old.status, old.organisation_type, old.service_count > 0) is distinct from (new.status, new.organisation_type, new.service_count > 0))
  execute function tally_changed_customer();

-- What the lines of a reseller have to add up to.
create function tally_rows(reseller uuid)
returns table (figure text, customer_id uuid, month date, product_id text, mark text, amount bigint) language sql stable
begin atomic
  with nobody as (select '00000000-0000-0000-0000-000000000000'::uuid as id)
  select 'charged', nobody.id, first_of_month(due_on), product_id, '', sum(amount_minor)::bigint from charges, nobody
  where reseller_id = reseller group by 1, 2, 3, 4
  union all
  select * from history_steps(reseller, array(select id from subscriptions where reseller_id = reseller), null)
  union all
  select 'services', nobody.id, '-infinity'::date, product_id, status, count(*) from service_instances, nobody
  where reseller_id = reseller group by 1, 2, 3, 4, 5
  union all
  select 'customers', nobody.id, '-infinity'::date, '', customer_mark(status, organisation_type, service_count), count(*) from customers, nobody
  where reseller_id = reseller group by 1, 2, 3, 4, 5;
end;
revoke execute on function tally_rows from public;

-- What is missing, or too much where it is negative. All that is compared is seen at one moment, and each row was written
-- together with its line, so it holds beside those who write.
create function tally_faults(reseller uuid)
returns table (figure text, customer_id uuid, month date, product_id text, mark text, amount bigint) language sql stable
begin atomic
  select figure, customer_id, month, product_id, mark, sum(amount)::bigint from (
    select * from tally_rows(reseller)
    union all
    select figure, customer_id, month, product_id, mark, -amount from tallies
    where reseller_id = reseller and (customer_id <> '00000000-0000-0000-0000-000000000000' or figure not in ('seats', 'active', 'ended'))
    union all
    select figure, customer_id, month, product_id, mark, -amount from tally_changes where reseller_id = reseller
  ) compared
  group by 1, 2, 3, 4, 5 having sum(amount) <> 0;
end;
revoke execute on function tally_faults from public;
