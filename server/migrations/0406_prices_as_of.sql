-- What was known of each price rule from each change on; a rule that was removed says so.
create table price_rule_history (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  rule_id uuid not null,
  customer_id uuid,
  group_id uuid,
  offer_id text references offers (id),
  product_id text references products (id),
  from_date date not null,
  kind text not null check (kind in ('fixed', 'markUp', 'margin', 'none')),
  value numeric(18, 6) check (value >= 0),
  is_removed boolean not null,
  -- In business time.
  recorded_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, group_id) references price_groups (reseller_id, id)
);
create index price_rule_history_of_rule on price_rule_history (reseller_id, rule_id, recorded_at, id);
create trigger append_only before update or delete on price_rule_history for each row execute function refuse_change();
alter table price_rule_history enable row level security;
create policy tenant on price_rule_history for select to app_tenant using (reseller_id = (select app_reseller()));
create policy own_customers on price_rule_history as restrictive to app_restricted
  using (customer_id is null or (select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on price_rule_history as restrictive to app_restricted
  using (product_id is null or (select app_every_product()) or product_id in (select app_own_products()));
grant select on price_rule_history to app_tenant;

create function record_price_rule() returns trigger language plpgsql security definer set search_path = public as $$
declare
  rule price_rules := case when tg_op = 'DELETE' then old else new end;
begin
  insert into price_rule_history (reseller_id, rule_id, customer_id, group_id, offer_id, product_id, from_date, kind, value, is_removed, recorded_at)
  select rule.reseller_id, rule.id, rule.customer_id, rule.group_id, rule.offer_id, rule.product_id, rule.from_date, rule.kind, rule.value,
    tg_op = 'DELETE', clock_timestamp() + offset_ms * interval '1 millisecond'
  from business_clock;
  return null;
end $$;
create trigger recorded after insert or update or delete on price_rules for each row execute function record_price_rule();
revoke execute on function record_price_rule from public;

-- A rule is set for today or later: one that has begun was known by its first day.
insert into price_rule_history (reseller_id, rule_id, customer_id, group_id, offer_id, product_id, from_date, kind, value, is_removed, recorded_at)
select reseller_id, r.id, customer_id, group_id, offer_id, product_id, from_date, kind, value, false,
  least(from_date::timestamp at time zone 'UTC', clock_timestamp() + offset_ms * interval '1 millisecond')
from price_rules r, business_clock;

-- Which group a customer was in from when on; none where it was taken out.
create table price_group_history (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  group_id uuid,
  recorded_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, group_id) references price_groups (reseller_id, id)
);
create index price_group_history_of_customer on price_group_history (reseller_id, customer_id, recorded_at, id);
create trigger append_only before update or delete on price_group_history for each row execute function refuse_change();
alter table price_group_history enable row level security;
create policy tenant on price_group_history for select to app_tenant using (reseller_id = (select app_reseller()));
create policy own_customers on price_group_history as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
grant select on price_group_history to app_tenant;

create function record_price_group() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into price_group_history (reseller_id, customer_id, group_id, recorded_at)
  select coalesce(new.reseller_id, old.reseller_id), coalesce(new.customer_id, old.customer_id), new.group_id,
    clock_timestamp() + offset_ms * interval '1 millisecond'
  from business_clock;
  return null;
end $$;
create trigger recorded after insert or update or delete on price_group_customers for each row execute function record_price_group();
revoke execute on function record_price_group from public;

-- Since when they are in their group was not kept.
insert into price_group_history (reseller_id, customer_id, group_id, recorded_at)
select reseller_id, customer_id, group_id, clock_timestamp() + offset_ms * interval '1 millisecond' from price_group_customers, business_clock;

-- When a price list became known. Those that were there before anybody could buy are known from their first day on.
alter table price_lists add column recorded_at timestamptz;
alter table price_lists disable trigger published_stays;
update price_lists set recorded_at = from_date::timestamp at time zone 'UTC';
alter table price_lists enable trigger published_stays;
create function record_price_list() returns trigger language plpgsql as $$
begin
  select case when exists (select from resellers) then clock_timestamp() + offset_ms * interval '1 millisecond'
    else new.from_date::timestamp at time zone 'UTC' end into new.recorded_at from business_clock;
  return new;
end $$;
create trigger recorded before insert on price_lists for each row execute function record_price_list();
alter table price_lists alter column recorded_at set default now(), alter column recorded_at set not null;
