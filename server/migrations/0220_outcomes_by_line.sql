-- What has become of each line of an order. A line at work is the lock on its subscription.
drop trigger append_only on order_lines;
alter table order_lines
  add column state text not null default 'working' check (state in ('working', 'done', 'refused')),
  add column reason text,
  add column reason_code text,
  add column settled_at timestamptz;
update order_lines l set state = case o.status when 'Completed' then 'done' else 'refused' end, settled_at = o.completed_at,
  reason = case o.status when 'Failed' then o.message end, reason_code = case o.status when 'Failed' then o.reason_code end
from orders o where o.reseller_id = l.reseller_id and o.id = l.order_id and o.status <> 'Working';
create trigger append_only before delete or update of reseller_id, id, order_id, subscription_id, offer_id, name, quantity on order_lines
  for each row execute function refuse_change();
create index order_lines_at_work on order_lines (reseller_id, subscription_id) where state = 'working';
grant update (state, reason, reason_code, settled_at) on order_lines to app_tenant, app_worker;

-- A correction names the charge that it corrects.
alter table charges add column corrects uuid, add foreign key (reseller_id, corrects) references charges (reseller_id, id);
create index charges_corrected on charges (reseller_id, corrects) where corrects is not null;

-- 'undone': the entries that the order had recorded until then never took effect.
alter table subscription_history drop constraint subscription_history_kind_check;
alter table subscription_history add constraint subscription_history_kind_check check (kind in
  ('started', 'renewed', 'seatsAdded', 'seatsRemoved', 'priceFixed', 'scheduled', 'suspended', 'resumed', 'dispatched', 'cancelled', 'upgraded', 'undone'));

create index subscription_history_undone on subscription_history (reseller_id, subscription_id, order_id) where kind = 'undone';

-- As before, and what was undone does not count.
create or replace function history_steps(reseller uuid, of_subscriptions uuid[], entries uuid[])
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
      and not exists (
        select from subscription_history u where u.reseller_id = reseller and u.subscription_id = h.subscription_id and u.kind = 'undone'
          and u.order_id = h.order_id and (u.recorded_at, u.id) > (h.recorded_at, h.id) and (v.sign = 1 or u.id <> all (entries)))
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

create or replace function tally_history() returns trigger language plpgsql security definer set search_path = public as $$
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
      where kind in ('started', 'renewed', 'seatsAdded', 'seatsRemoved', 'cancelled', 'upgraded', 'undone') group by 1
    ) a cross join lateral history_steps(a.reseller_id, a.subscriptions, a.entries) t;
  end if;
  return null;
end $$;
