-- What people need to share the operator's work: whose a piece is, until when it is promised, what is ticked before it is
-- complete, what was said about it and what happened to it.

-- In how many working days a product is promised, and the steps of providing, changing or ending it.
alter table products
  add column lead_days smallint not null default 5 check (lead_days between 1 and 60),
  add column checklist jsonb not null default '{}';

-- Mondays to Fridays.
create function working_days_after(day date, days int) returns date language sql immutable parallel safe as $$
  select d::date from generate_series(day + 1, day + 2 * days + 3, interval '1 day') as d where extract(isodow from d) < 6
  order by d offset days - 1 limit 1
$$;

alter table work_items
  add column product_id text references products (id),
  add column due_on date,
  add column assignee_id uuid references operators (person_id);
update work_items w set product_id = o.product_id, due_on = working_days_after((w.created_at at time zone 'UTC')::date, p.lead_days)
from orders o join products p on p.id = o.product_id where o.reseller_id = w.reseller_id and o.id = w.order_id;
update work_items w set assignee_id = (select min(p.person_id::text)::uuid from operators p where p.display_name = w.assignee having count(*) = 1)
where w.assignee is not null;
alter table work_items alter column product_id set not null, alter column due_on set not null;

-- Whoever files work says neither: the order and its product do.
create function promise_work() returns trigger language plpgsql as $$
begin
  select o.product_id, working_days_after((new.created_at at time zone 'UTC')::date, p.lead_days) into new.product_id, new.due_on
  from orders o join products p on p.id = o.product_id where o.reseller_id = new.reseller_id and o.id = new.order_id;
  return new;
end $$;
create trigger promised before insert on work_items for each row execute function promise_work();

-- The operator works for all resellers at once: none of these is led by one, but the list of a reseller's own.
create unique index work_items_by_id on work_items (id);
create index work_items_due on work_items (due_on, created_at, id) where status in ('queued', 'working');
create index work_items_waiting on work_items (created_at, id) where status in ('queued', 'working');
create index work_items_of_person on work_items (assignee_id, due_on, created_at, id) where status in ('queued', 'working');
create index work_items_of_product on work_items (product_id, due_on, created_at, id) include (assignee_id, reseller_id) where status in ('queued', 'working');
create index work_items_of_reseller on work_items (reseller_id, due_on, created_at, id) where status in ('queued', 'working');
create index work_items_finished on work_items (finished_at, id) where status in ('done', 'failed');
create index work_items_by_number on work_items (right(order_id::text, 8) text_pattern_ops);
create index work_items_of_customer on work_items (reseller_id, customer_id);
drop index work_items_open;

-- The steps of a piece of work, as its product had them when it was opened.
create table work_steps (
  reseller_id uuid not null references resellers (id),
  work_item_id uuid not null,
  position smallint not null,
  text text not null,
  ticked_by text,
  ticked_at timestamptz,
  primary key (reseller_id, work_item_id, position),
  foreign key (reseller_id, work_item_id) references work_items (reseller_id, id),
  check ((ticked_by is null) = (ticked_at is null))
);
alter table work_steps enable row level security;
create policy operator on work_steps to app_operator using (true) with check (true);
create policy worker on work_steps to app_worker using (true) with check (true);
grant select, update (ticked_by, ticked_at) on work_steps to app_operator;
grant select, insert, delete on work_steps to app_worker;

-- What happened to a piece of work, with what the operator's people note for each other: no reseller's role reads it.
create table work_history (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  work_item_id uuid not null,
  at timestamptz not null,
  who text not null,
  kind text not null check (kind in ('assigned', 'due', 'note', 'told', 'step', 'working', 'done', 'failed', 'dispatched', 'reopened')),
  what text not null,
  more text,
  primary key (reseller_id, id),
  foreign key (reseller_id, work_item_id) references work_items (reseller_id, id)
);
create index work_history_of_item on work_history (reseller_id, work_item_id, id);
alter table work_history enable row level security;
create policy operator on work_history to app_operator using (true) with check (true);
create policy worker on work_history to app_worker using (true) with check (true);
grant select, insert on work_history to app_operator;
grant select, insert on work_history to app_worker;

-- What the operator's people say to the reseller about an order.
create table order_notes (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  order_id uuid not null,
  text text not null,
  written_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id)
);
create index order_notes_of_order on order_notes (reseller_id, order_id, id);
alter table order_notes enable row level security;
create policy tenant on order_notes for select to app_tenant using (reseller_id = (select app_reseller()));
create policy operator on order_notes to app_operator using (true) with check (true);
create policy own_customers on order_notes as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on order_notes as restrictive for select to app_restricted
  using (exists (select from orders o where o.reseller_id = order_notes.reseller_id and o.id = order_notes.order_id));
grant select on order_notes to app_tenant;
grant insert on order_notes to app_operator;

-- Whom work can be given to.
grant select (person_id, display_name, email) on operators to app_operator;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(76, 'Steps of work they ticked', 'work_steps', 'without_names(coalesce(t.ticked_by, ''''), $2) <> coalesce(t.ticked_by, '''') and exists (select from operators where person_id = $1)', '{text,ticked_at}', '{}', 'changed', '{"ticked_by": "without_names(ticked_by, $2)"}', null),
(77, 'What they did and noted about work', 'work_history', 'without_names(concat(t.who, '' '', t.what, '' '', t.more), $2) <> concat(t.who, '' '', t.what, '' '', t.more) and exists (select from operators where person_id = $1)', '{at,kind,what,more}', '{}', 'changed', '{"who": "without_names(who, $2)", "what": "without_names(what, $2)", "more": "without_names(more, $2)"}', null);
update personal_data set others = '{assignee_id}' where source = 'work_items';
