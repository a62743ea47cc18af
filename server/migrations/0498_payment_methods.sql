-- Cards and direct debits with which resellers pay. They are kept at a vault, and entered on its page: no number of a card
-- is ever here.
create table payment_methods (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('card', 'directDebit')),
  gateway text not null check (gateway ~ '^[a-z]{2,20}$'),
  gateway_ref text not null check (length(gateway_ref) between 1 and 255),
  status text not null default 'Active' check (status in ('Active', 'Closed')),
  brand text check (brand in ('Visa', 'MasterCard', 'AmericanExpress')),
  last_four text check (last_four ~ '^\d{4}$'),
  expiry_month int check (expiry_month between 1 and 12),
  expiry_year int check (expiry_year between 2000 and 2200),
  created_by text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (reseller_id, id),
  check ((status = 'Closed') = (closed_at is not null)),
  check ((kind = 'card') = (brand is not null))
);
-- A method at a vault is one company's, and is added once.
create unique index payment_methods_at_gateway_once on payment_methods (gateway, gateway_ref);
create index payment_methods_listed on payment_methods (reseller_id, kind, status, created_at, id);
alter table payment_methods enable row level security;
create policy tenant on payment_methods to app_tenant
  using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy whole_company on payment_methods as restrictive to app_restricted using (false);
grant select, insert, update (status, closed_at) on payment_methods to app_tenant;

-- How each company pays; one without a row pays by hand, on the day that it was granted.
create table payment_settings (
  reseller_id uuid primary key references resellers (id),
  auto_pay boolean not null default false,
  -- When: the days that a company was granted stand in resellers.payment_term_days, and it may pay earlier.
  payment_term text check (payment_term in ('Due Upon Receipt', 'Net 14', 'Net 30')),
  term_days int generated always as (case payment_term when 'Due Upon Receipt' then 0 when 'Net 14' then 14 when 'Net 30' then 30 end) stored,
  payment_method_type text not null default 'BankTransfer' check (payment_method_type in ('BankTransfer', 'CreditCard')),
  default_payment_method_id uuid,
  -- The company's account at the vault, once there is one.
  account_ref text check (length(account_ref) between 1 and 255),
  -- Counts changes, so that none is overwritten unseen.
  version int not null default 0,
  foreign key (reseller_id, default_payment_method_id) references payment_methods (reseller_id, id),
  check (not auto_pay or default_payment_method_id is not null)
);
alter table payment_settings enable row level security;
create policy tenant on payment_settings to app_tenant
  using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on payment_settings to app_worker using (true) with check (true);
create policy whole_company on payment_settings as restrictive to app_restricted using (false);
grant select, update (auto_pay, payment_term, payment_method_type, default_payment_method_id, account_ref, version) on payment_settings to app_tenant;
grant insert (reseller_id) on payment_settings to app_tenant;
grant select on payment_settings to app_worker;

-- Openings of the vault's page: what comes back from it must answer one of them, once.
create table payment_pages (
  reseller_id uuid not null references resellers (id),
  token text not null check (length(token) between 1 and 128),
  kind text not null check (kind in ('card', 'directDebit')),
  account_ref text not null,
  tenant_id text not null,
  page_id text not null,
  url text not null,
  key text not null,
  used boolean not null default false,
  -- In real time.
  created_at timestamptz not null default clock_timestamp(),
  primary key (reseller_id, token)
);
-- Removed for all resellers at once.
create index payment_pages_by_age on payment_pages (created_at);
alter table payment_pages enable row level security;
create policy tenant on payment_pages to app_tenant
  using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on payment_pages to app_worker using (true) with check (true);
create policy whole_company on payment_pages as restrictive to app_restricted using (false);
grant select, insert, update (used) on payment_pages to app_tenant;
grant select, delete on payment_pages to app_worker;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(218, 'Payment methods they added', 'payment_methods', 'without_names(t.created_by, $2) <> t.created_by and t.reseller_id in (select reseller_id from memberships where person_id = $1)', '{kind,brand,last_four,status,created_at}', '{}', 'changed', '{"created_by": "without_names(created_by, $2)"}', null);
