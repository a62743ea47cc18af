-- What vendors bill the operator, read from their files, and where it differs from what our charges owe. All of it is the
-- operator's own.
create table vendor_invoices (
  id uuid primary key default uuidv7(),
  vendor text not null references vendors (id),
  -- The vendor's number.
  ref text not null,
  currency text not null check (currency in ('GBP', 'EUR')),
  issued_on date not null,
  period_from date not null,
  period_until date not null check (period_until > period_from),
  -- Null until all its lines are read and compared; the sums are of that moment.
  read_at timestamptz,
  lines int not null default 0,
  ours_minor bigint not null default 0,
  theirs_minor bigint not null default 0,
  unique (vendor, ref)
);
create index vendor_invoices_newest_first on vendor_invoices (period_until desc, id desc);
grant select on vendor_invoices to app_operator;
grant select, insert, update on vendor_invoices to app_worker;

create table vendor_invoice_lines (
  invoice_id uuid not null references vendor_invoices (id),
  position int not null,
  tenant_ref text not null,
  vendor_ref text not null,
  customer_name text not null,
  name text not null,
  charge text not null check (charge in ('period', 'added', 'returned', 'other')),
  -- The vendor's own word.
  charge_type text not null,
  period_from date not null,
  period_until date not null,
  quantity numeric(20, 6) not null,
  unit_price numeric(20, 8) not null,
  amount_minor bigint not null,
  primary key (invoice_id, position)
);
grant select on vendor_invoice_lines to app_operator;
grant select, insert, delete on vendor_invoice_lines to app_worker;

-- Which invoice a payable was compared with: each is billed once.
create table payables_billed (
  reseller_id uuid not null,
  charge_id uuid not null,
  invoice_id uuid not null references vendor_invoices (id),
  primary key (reseller_id, charge_id),
  foreign key (reseller_id, charge_id) references payables (reseller_id, charge_id)
);
alter table payables_billed enable row level security;
create policy worker on payables_billed to app_worker using (true) with check (true);
create policy operator on payables_billed for select to app_operator using (true);
grant select on payables_billed to app_operator;
grant select, insert on payables_billed to app_worker;

create table vendor_bill_differences (
  id uuid primary key default uuidv7(),
  invoice_id uuid not null references vendor_invoices (id),
  kind text not null check (kind in ('notOurs', 'notTheirs', 'quantity', 'price', 'days', 'rounding')),
  charge text not null check (charge in ('period', 'added', 'returned', 'other')),
  vendor_ref text not null,
  name text not null,
  customer_name text not null,
  -- Null for what no subscription of ours stands for.
  reseller_id uuid,
  subscription_id uuid,
  period_from date not null,
  period_until date not null,
  -- Null on the side that has none.
  ours_quantity numeric(20, 6),
  ours_unit numeric(20, 8),
  ours_minor bigint,
  theirs_quantity numeric(20, 6),
  theirs_unit numeric(20, 8),
  theirs_minor bigint,
  currency text not null check (currency in ('GBP', 'EUR')),
  -- What explains itself is not queued.
  state text not null default 'open' check (state in ('open', 'explained', 'accepted', 'disputed', 'corrected')),
  decided_by text,
  decided_at timestamptz,
  note text,
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id),
  check (ours_minor is not null or theirs_minor is not null)
);
create index vendor_bill_differences_of_invoice on vendor_bill_differences (invoice_id, id);
create index vendor_bill_differences_open on vendor_bill_differences (id) where state = 'open';
-- What a vendor leaves out is said once, however many invoices leave it out.
create unique index vendor_bill_differences_left_out on vendor_bill_differences (subscription_id, charge, period_until) where kind = 'notTheirs';
grant select on vendor_bill_differences to app_operator;
grant update (state, decided_by, decided_at, note) on vendor_bill_differences to app_operator;
grant select, insert, update on vendor_bill_differences to app_worker;
insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(66, 'Lines of vendors’ invoices they settled', 'vendor_bill_differences', 'without_names(t.decided_by, $2) <> t.decided_by and exists (select from operators where person_id = $1)', '{name,decided_at,note}', '{}', 'changed', '{"decided_by": "without_names(decided_by, $2)"}', null);
