-- Goods that come back. What is asked for holds its units, so that never more come back than left; the money it gives back
-- is charged once they are here, each row naming the part that it corrects.
create table returns (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  product_id text not null references products (id),
  order_id uuid not null,
  subscription_id uuid not null,
  quantity int not null check (quantity > 0),
  reason text not null check (reason in ('faulty', 'unwanted')),
  wants text not null check (wants in ('credit', 'replacement')),
  note text,
  -- The units that come back, of those that are known one by one.
  resources uuid[] not null default '{}',
  state text not null default 'expected' check (state in ('expected', 'received', 'refused', 'withdrawn')),
  restocked int not null default 0 check (restocked >= 0),
  written_off int not null default 0 check (written_off >= 0),
  -- What restocking costs.
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  currency text not null check (currency in ('GBP', 'EUR')),
  -- In what state it came, or why it is refused.
  answer text,
  -- How the replacement was sent.
  carrier text,
  tracking text,
  asked_by text not null,
  asked_at timestamptz not null,
  settled_by text,
  settled_at timestamptz,
  -- Since when it is taken off what was bought.
  booked_at timestamptz,
  primary key (reseller_id, id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  foreign key (reseller_id, subscription_id) references goods_lines (reseller_id, subscription_id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  check (restocked + written_off = case when state = 'received' then quantity else 0 end),
  check ((state = 'expected') = (settled_at is null)),
  check (wants = 'credit' or reason = 'faulty')
);
create index returns_of_order on returns (reseller_id, order_id);
create index returns_of_line on returns (reseller_id, subscription_id);
-- The operator receives what comes back, whosever it is.
create unique index returns_by_id on returns (id);
create index returns_expected on returns (asked_at) where state = 'expected';
create index returns_settled on returns (settled_at desc) where state <> 'expected';
alter table returns enable row level security;
create policy tenant on returns to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on returns to app_worker using (true) with check (true);
create policy operator on returns to app_operator using (true) with check (true);
create policy own_customers on returns as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on returns as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert, update (state, settled_by, settled_at) on returns to app_tenant;
grant select, update (state, answer, settled_by, settled_at) on returns to app_operator;
grant select, update (booked_at) on returns to app_worker;
-- What it is that comes back.
grant select (id, name) on subscriptions to app_operator;

-- How many of a part come back or are to come back.
alter table dispatches add column returned int not null default 0 check (returned between 0 and quantity);

-- From which parts they come, and what is given back for each.
create table return_parts (
  reseller_id uuid not null references resellers (id),
  return_id uuid not null,
  dispatch_id uuid not null,
  customer_id uuid not null,
  product_id text not null references products (id),
  quantity int not null check (quantity > 0),
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (reseller_id, return_id, dispatch_id),
  foreign key (reseller_id, return_id) references returns (reseller_id, id),
  foreign key (reseller_id, dispatch_id) references dispatches (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id)
);
create index return_parts_of_dispatch on return_parts (reseller_id, dispatch_id);
create trigger append_only before update or delete on return_parts for each row execute function refuse_change();
alter table return_parts enable row level security;
create policy tenant on return_parts to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy operator on return_parts for select to app_operator using (true);
create policy own_customers on return_parts as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on return_parts as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert on return_parts to app_tenant;
grant select on return_parts to app_operator;

create function hold_returned() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update dispatches set returned = returned + new.quantity where reseller_id = new.reseller_id and id = new.dispatch_id;
  return null;
end $$;
create trigger held after insert on return_parts for each row execute function hold_returned();

-- Units that do not come back, or are sent anew, can come back another time.
create function free_returned() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update dispatches d set returned = d.returned - p.quantity from return_parts p
  where p.reseller_id = new.reseller_id and p.return_id = new.id and d.reseller_id = p.reseller_id and d.id = p.dispatch_id;
  return null;
end $$;
create trigger freed after update of state on returns for each row
  when (old.state = 'expected' and (new.state in ('refused', 'withdrawn') or new.state = 'received' and new.wants = 'replacement'))
  execute function free_returned();

-- Takes units in that came back: some can be sold again, the others are written off. Gives back what they cost, or sends as
-- many anew if there are any, and says whether there were.
create function receive_return(of_return uuid, sold_again int, lost int, words text, by_carrier text, parcel text, who text, at timestamptz)
returns boolean language plpgsql security definer set search_path = public as $$
declare
  own returns;
  line goods_lines;
  have int;
begin
  select * into own from returns where id = of_return;
  perform from billing_state where reseller_id = own.reseller_id for share;
  select g.* into line from goods_lines g where g.reseller_id = own.reseller_id and g.subscription_id = own.subscription_id;
  select k.free into have from stock_levels k where k.sku = line.sku for update;
  if own.wants = 'replacement' and have < own.quantity then return false; end if;
  update returns set state = 'received', restocked = sold_again, written_off = lost, answer = words, carrier = by_carrier, tracking = parcel,
    settled_by = who, settled_at = at
  where id = of_return and state = 'expected';
  if not found then raise exception 'The return is not expected'; end if;
  if have is not null then
    insert into stock_moves (sku, kind, from_place, to_place, quantity, reseller_id, order_id, subscription_id, reason, moved_by, moved_at)
    select line.sku, m.kind, m.from_place, m.to_place, m.quantity, own.reseller_id, own.order_id, own.subscription_id, words, who, at
    from (values
      ('reserved', 'free', 'reserved', case when own.wants = 'replacement' then own.quantity end),
      ('dispatched', 'reserved', 'sent', case when own.wants = 'replacement' then own.quantity end),
      ('returned', 'sent', 'free', sold_again), ('writtenOff', 'sent', 'lost', lost)) m (kind, from_place, to_place, quantity)
    where m.quantity > 0;
  end if;
  if own.wants = 'credit' then
    update goods_lines set returned = returned + own.quantity where reseller_id = own.reseller_id and subscription_id = own.subscription_id;
    insert into charges (reseller_id, customer_id, subscription_id, order_id, product_id, offer_id, kind, description, period_from,
      period_until, due_on, quantity, unit_cost, amount_minor, currency, policy_id, recorded_at, corrects)
    select c.reseller_id, c.customer_id, c.subscription_id, c.order_id, c.product_id, c.offer_id, 'refund', c.description || ', returned',
      c.period_from, c.period_until, greatest((at at time zone 'UTC')::date, b.billed_until), -p.quantity, c.unit_cost, -p.amount_minor,
      c.currency, c.policy_id, at, c.id
    from return_parts p
      join dispatches d on d.reseller_id = p.reseller_id and d.id = p.dispatch_id
      join charges c on c.reseller_id = d.reseller_id and c.id = d.charge_id
      join billing_state b on b.reseller_id = p.reseller_id
    where p.reseller_id = own.reseller_id and p.return_id = own.id
    order by d.id;
    insert into charges (reseller_id, customer_id, order_id, product_id, kind, description, period_from, period_until, due_on, quantity,
      unit_cost, amount_minor, currency, recorded_at)
    select own.reseller_id, own.customer_id, own.order_id, own.product_id, 'once', 'Restocking of ' || own.quantity || ' × ' || s.name, day, day,
      greatest(day, b.billed_until), 1, own.fee_minor / 100.0, own.fee_minor, own.currency, at
    from billing_state b
      join subscriptions s on s.reseller_id = b.reseller_id and s.id = own.subscription_id, lateral (select (at at time zone 'UTC')::date as day)
    where b.reseller_id = own.reseller_id and own.fee_minor > 0;
  end if;
  perform allocate_goods(line.sku, at);
  return true;
end $$;

revoke all on function hold_returned, free_returned, receive_return from public;
grant execute on function receive_return to app_operator;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(88, 'Returns they asked for or settled', 'returns', '(without_names(t.asked_by, $2) <> t.asked_by and t.reseller_id in (select reseller_id from memberships where person_id = $1) or without_names(coalesce(t.settled_by, ''''), $2) <> coalesce(t.settled_by, '''') and (t.reseller_id in (select reseller_id from memberships where person_id = $1) or exists (select from operators where person_id = $1)))', '{quantity,reason,note,state,asked_at,settled_at}', '{}', 'changed', '{"asked_by": "without_names(asked_by, $2)", "settled_by": "without_names(settled_by, $2)"}', null);
