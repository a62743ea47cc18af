-- What another partner of a vendor provides to a customer, on its way to us: we ask, the other partner accepts some or all of
-- it, and it comes under new numbers. Until that is decided, the vendor takes no other change of the customer's tenant.
create table transfers (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  fulfiller text not null references vendors (id),
  tenant_ref text not null,
  -- preparing: the vendor is asked; pending: the other partner is; withdrawing: it is being taken back; moving: it was
  -- accepted; arriving: it has come, and some of it does not show yet.
  state text not null default 'preparing' check (state in
    ('preparing', 'pending', 'withdrawing', 'moving', 'arriving', 'came', 'refused', 'expired', 'withdrawn')),
  -- The partner that loses it, by the vendor's number, and whom the vendor tells at the customer.
  partner_ref text not null,
  partner_name text not null,
  customer_email text not null,
  vendor_ref text,
  -- Until when it can be accepted, as the vendor says, and when it came.
  until timestamptz,
  came_at timestamptz,
  -- Why it ended.
  message text,
  requested_by text not null,
  created_at timestamptz not null,
  since timestamptz not null,
  looks int not null default 0,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  check ((came_at is not null) = (state in ('arriving', 'came')))
);
create unique index transfers_open on transfers (reseller_id, customer_id, fulfiller)
  where state in ('preparing', 'pending', 'withdrawing', 'moving');
create index transfers_of_customer on transfers (reseller_id, customer_id, id);
-- Across resellers, for the worker that looks at all that have not ended, and the operator who reads all.
create index transfers_to_watch on transfers (id) where state in ('preparing', 'pending', 'withdrawing', 'moving', 'arriving');
create index transfers_over on transfers (id desc) where state in ('came', 'refused', 'expired', 'withdrawn');

-- What the vendor says came or stayed. `vendor_ref` is its number with us, once it shows.
create table transfer_lines (
  reseller_id uuid not null,
  transfer_id uuid not null,
  position int not null,
  customer_id uuid not null,
  offer_ref text not null,
  name text not null,
  quantity int not null,
  term_until date,
  vendor_ref text,
  -- Why it stayed, in words and the vendor's code.
  reason text,
  reason_code text,
  primary key (reseller_id, transfer_id, position),
  foreign key (reseller_id, transfer_id) references transfers (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id)
);
create index transfer_lines_of_customer on transfer_lines (reseller_id, customer_id);

alter table transfers enable row level security;
create policy tenant on transfers to app_tenant
  using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy own_customers on transfers as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy worker on transfers to app_worker using (true) with check (true);
create policy operator on transfers for select to app_operator using (true);
-- A reseller asks and takes back; what became of it comes from the worker alone.
grant select, insert (reseller_id, customer_id, fulfiller, tenant_ref, partner_ref, partner_name, customer_email, requested_by, created_at, since),
  update (state, since) on transfers to app_tenant;
grant select on transfers to app_operator;
grant select, update on transfers to app_worker;

alter table transfer_lines enable row level security;
create policy tenant on transfer_lines to app_tenant
  using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy own_customers on transfer_lines as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy worker on transfer_lines to app_worker using (true) with check (true);
create policy operator on transfer_lines for select to app_operator using (true);
grant select on transfer_lines to app_tenant, app_operator;
grant select, insert, update (vendor_ref) on transfer_lines to app_worker;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(62, 'Transfers they asked for', 'transfers', 'without_names(t.requested_by, $2) <> t.requested_by and t.reseller_id in (select reseller_id from memberships where person_id = $1)', '{fulfiller,state,created_at}', '{}', 'changed', '{"requested_by": "without_names(requested_by, $2)"}', null),
(63, 'Transfers of which they are told', 'transfers', 'lower(t.customer_email) = any($3)', '{partner_name,customer_email,created_at}', '{}', 'changed', '{"customer_email": "''erased''"}', null);
