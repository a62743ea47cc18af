-- What the operator's company invoices each month, the VAT on it, and the double-entry ledger behind it.

-- Who issues invoices. The company of the demonstration; an operator puts its own in a later migration.
create table legal_entities (
  id text primary key,
  name text not null,
  company_number text not null,
  registered_office text not null,
  address_lines text[] not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  vat_number text not null,
  bank_name text not null,
  account_name text not null,
  sort_code text not null,
  account_number text not null,
  iban text not null,
  bic text not null
);
insert into legal_entities values (
  'tradewind', 'Tradewind Distribution Ltd', '09876543', '40 Harbourside Way, Bristol BS1 5TT, United Kingdom',
  array['40 Harbourside Way', 'Bristol', 'BS1 5TT', 'United Kingdom'], 'GB', 'GB987654321',
  'Avonmouth Bank', 'Tradewind Distribution Ltd', '20-00-00', '55779911', 'GB33BUKB20201555555555', 'BUKBGB22'
);
grant select on legal_entities to app_tenant, app_operator, app_worker;

-- A rate holds from its first day up to, but not including, its last. Categories as in EN 16931.
create table vat_rates (
  category text not null check (category in ('S', 'AE', 'O')),
  percent numeric(5, 2) not null check (percent >= 0),
  valid_from date not null,
  valid_until date check (valid_until > valid_from),
  primary key (category, valid_from)
);
insert into vat_rates values ('S', 20, '2011-01-04', null), ('AE', 0, '2011-01-04', null), ('O', 0, '2011-01-04', null);
grant select on vat_rates to app_tenant, app_operator, app_worker;

-- Units of the currency for one pound, as the tax office publishes them for a month; the newest one on or before a day holds.
create table exchange_rates (
  currency text not null check (currency in ('EUR')),
  valid_from date not null,
  units_per_pound numeric(12, 6) not null check (units_per_pound > 0),
  primary key (currency, valid_from)
);
insert into exchange_rates values ('EUR', '2025-01-01', 1.2040), ('EUR', '2025-07-01', 1.1680), ('EUR', '2026-01-01', 1.1490), ('EUR', '2026-07-01', 1.1520);
grant select on exchange_rates to app_tenant, app_operator, app_worker;

-- The last number given, held by the transaction that issues: a number is only used up when its document is there.
create table invoice_counters (
  legal_entity_id text not null references legal_entities (id),
  kind text not null check (kind in ('invoice', 'creditMemo')),
  prefix text not null,
  last_number bigint not null default 0,
  primary key (legal_entity_id, kind)
);
insert into invoice_counters (legal_entity_id, kind, prefix) values ('tradewind', 'invoice', 'TW'), ('tradewind', 'creditMemo', 'TWC');
grant select, update (last_number) on invoice_counters to app_worker;

-- The invoice run notes what it claimed, and in which transaction, so that its statements speak of the same resellers.
alter table billing_state add column billed_from date, add column claimed_in xid8;
grant update (billed_from, claimed_in) on billing_state to app_worker;

create table invoices (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  legal_entity_id text not null references legal_entities (id),
  kind text not null check (kind in ('invoice', 'creditMemo')),
  number text not null,
  issued_on date not null,
  tax_point date not null,
  period_from date not null,
  period_until date not null,
  due_on date not null,
  currency text not null check (currency in ('GBP', 'EUR')),
  -- Negative on a credit memo.
  net_minor bigint not null,
  vat_minor bigint not null,
  gross_minor bigint not null,
  -- VAT in sterling and the units of the currency per pound it was reckoned by; null where the invoice is in sterling or carries no VAT.
  vat_sterling_minor bigint,
  units_per_pound numeric(12, 6),
  vat_category text not null check (vat_category in ('S', 'AE', 'O')),
  -- What the law asks for besides figures.
  wording text,
  -- Both as they were on the day of issue.
  seller jsonb not null,
  buyer jsonb not null,
  recorded_at timestamptz not null,
  primary key (reseller_id, id),
  check (gross_minor = net_minor + vat_minor),
  check ((kind = 'creditMemo') = (gross_minor < 0)),
  check (currency = 'GBP' or vat_minor = 0 or vat_sterling_minor is not null)
);
-- A month of a reseller is invoiced once per currency, whatever is run twice.
create unique index invoices_once_per_month on invoices (reseller_id, period_until, currency);
create index invoices_newest_first on invoices (reseller_id, issued_on desc, id desc);
-- Numbers are unique per company, so this index is not led by the tenant; tenants never write here.
create unique index invoices_number_once on invoices (legal_entity_id, number);
create trigger append_only before update or delete on invoices for each row execute function refuse_change();
alter table invoices enable row level security;
create policy tenant on invoices for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on invoices to app_worker using (true) with check (true);
grant select on invoices to app_tenant;
grant select, insert on invoices to app_worker;

-- One line per charge.
create table invoice_lines (
  reseller_id uuid not null references resellers (id),
  invoice_id uuid not null,
  position int not null,
  charge_id uuid not null,
  customer_id uuid not null,
  customer_name text not null,
  subscription_id uuid,
  product_id text not null,
  product_name text not null,
  description text not null,
  kind text not null check (kind in ('recurring', 'prorated', 'refund', 'once')),
  period_from date not null,
  period_until date not null,
  quantity int not null,
  unit_cost numeric(20, 8) not null,
  net_minor bigint not null,
  vat_category text not null check (vat_category in ('S', 'AE', 'O')),
  vat_percent numeric(5, 2) not null,
  primary key (reseller_id, invoice_id, position),
  foreign key (reseller_id, invoice_id) references invoices (reseller_id, id),
  foreign key (reseller_id, charge_id) references charges (reseller_id, id)
);
create unique index invoice_lines_once_per_charge on invoice_lines (reseller_id, charge_id);
create trigger append_only before update or delete on invoice_lines for each row execute function refuse_change();
alter table invoice_lines enable row level security;
create policy tenant on invoice_lines for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on invoice_lines to app_worker using (true) with check (true);
grant select on invoice_lines to app_tenant;
grant select, insert on invoice_lines to app_worker;

-- VAT per rate, rounded once over the lines of that rate.
create table invoice_taxes (
  reseller_id uuid not null references resellers (id),
  invoice_id uuid not null,
  category text not null check (category in ('S', 'AE', 'O')),
  percent numeric(5, 2) not null,
  net_minor bigint not null,
  vat_minor bigint not null,
  primary key (reseller_id, invoice_id, category, percent),
  foreign key (reseller_id, invoice_id) references invoices (reseller_id, id)
);
create trigger append_only before update or delete on invoice_taxes for each row execute function refuse_change();
alter table invoice_taxes enable row level security;
create policy tenant on invoice_taxes for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on invoice_taxes to app_worker using (true) with check (true);
grant select on invoice_taxes to app_tenant;
grant select, insert on invoice_taxes to app_worker;

-- Double entry per reseller: debits are positive, credits negative. An invoice's posting bears the invoice's id.
create table ledger_entries (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  posting_id uuid not null,
  account text not null check (account ~ '^(receivable|credit|revenue:.+|vat:.+|cash:.+|payable:.+)$'),
  amount_minor bigint not null check (amount_minor <> 0),
  currency text not null check (currency in ('GBP', 'EUR')),
  invoice_id uuid,
  effective_on date not null,
  recorded_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, invoice_id) references invoices (reseller_id, id)
);
create index ledger_entries_of_posting on ledger_entries (reseller_id, posting_id);
create index ledger_entries_of_invoice on ledger_entries (reseller_id, invoice_id, account) include (amount_minor, currency);
create index ledger_entries_of_account on ledger_entries (reseller_id, account, effective_on) include (amount_minor, currency);
create trigger append_only before update or delete on ledger_entries for each row execute function refuse_change();

-- Every statement writes whole postings: what it adds to each comes to nothing in each currency.
create function postings_balance() returns trigger language plpgsql as $$
declare uneven record;
begin
  select posting_id, currency, sum(amount_minor) as amount into uneven from added
  group by reseller_id, posting_id, currency having sum(amount_minor) <> 0 limit 1;
  if found then
    raise exception 'the posting % is out by % %', uneven.posting_id, uneven.amount, uneven.currency using errcode = '23514';
  end if;
  return null;
end $$;
create trigger postings_balance after insert on ledger_entries referencing new table as added
  for each statement execute function postings_balance();

alter table ledger_entries enable row level security;
create policy tenant on ledger_entries for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on ledger_entries to app_worker using (true) with check (true);
grant select on ledger_entries to app_tenant;
grant select, insert on ledger_entries to app_worker;

create view account_balances with (security_invoker = true) as
  select reseller_id, account, currency, sum(amount_minor)::bigint as balance_minor from ledger_entries group by reseller_id, account, currency;
-- What is still owed on each invoice; negative where the reseller is owed.
create view invoice_balances with (security_invoker = true) as
  select reseller_id, invoice_id, currency, sum(amount_minor)::bigint as balance_minor from ledger_entries
  where account = 'receivable' and invoice_id is not null group by reseller_id, invoice_id, currency;
grant select on account_balances, invoice_balances to app_tenant, app_worker;

-- Text for a spreadsheet: what it would take for a formula gets an apostrophe in front.
create function csv_text(value text) returns text language sql immutable parallel safe
  return case when value ~ '^[=+\-@\t\r]' then '''' || value else value end;
