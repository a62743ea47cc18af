-- Orders that a person gathers before placing them: one row for each product of a customer.
create table basket_lines (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  -- Whose basket it is in.
  membership_id uuid not null,
  customer_id uuid not null,
  product_id text not null references products (id),
  -- The customer's person, for services that belong to one.
  user_id uuid,
  -- What is ordered, with what each item cost when the person last agreed to it.
  items jsonb not null,
  -- Answers to what the product's journey asks; never secrets.
  details jsonb not null default '{}',
  delivery_option text,
  state text not null default 'open' check (state in ('open', 'placing', 'ordered')),
  -- The proposal that is being placed.
  hash text,
  -- Why it was not ordered when it was placed.
  reason text,
  -- The member of staff in that person's session.
  behind_id uuid,
  behind text,
  order_id uuid,
  removed_at timestamptz,
  changed_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  check ((state = 'placing') = (hash is not null)),
  check ((state = 'ordered') = (order_id is not null))
);
create index basket_lines_of_member on basket_lines (reseller_id, membership_id, id);
create index basket_lines_of_customer on basket_lines (reseller_id, customer_id);
create unique index basket_lines_of_order on basket_lines (reseller_id, order_id);
create index basket_lines_placing on basket_lines (reseller_id, membership_id) where state = 'placing';
-- Not led by the tenant: what nobody touched is removed for all at once.
create index basket_lines_by_age on basket_lines (changed_at);
alter table basket_lines enable row level security;
create policy tenant on basket_lines to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on basket_lines to app_worker using (true) with check (true);
create policy own_customers on basket_lines as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on basket_lines as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert on basket_lines to app_tenant;
grant update (items, state, hash, reason, behind_id, behind, order_id, removed_at, changed_at) on basket_lines to app_tenant;
grant select, delete on basket_lines to app_worker;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(506, 'What they have in the basket', 'basket_lines', '$1 = t.behind_id or (t.reseller_id, t.membership_id) in (select reseller_id, id from memberships where person_id = $1)', '{items,details,changed_at}', '{membership_id,behind_id,behind,user_id}', 'deleted', null, null);
