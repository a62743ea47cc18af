-- Statements of the marketplace's own bank accounts, as they were read from files.
create table bank_statements (
  id uuid primary key default uuidv7(),
  legal_entity_id text not null references legal_entities (id),
  currency text not null check (currency in ('GBP', 'EUR')),
  sequence int,
  closed_on date not null,
  opening_minor bigint not null,
  closing_minor bigint not null,
  file_name text not null,
  -- Of the file's text, which is read once; a file may hold several statements.
  file_hash bytea not null,
  position int not null,
  lines int not null,
  -- Lines that an earlier file had, too.
  known_lines int not null,
  -- Why one before it may be missing.
  warning text,
  imported_by text not null,
  imported_at timestamptz not null,
  unique (file_hash, position)
);
create index bank_statements_of_account on bank_statements (legal_entity_id, currency, closed_on, id);

-- What came in and went out. What came in is a debt to whoever paid until it is allocated, and is never revenue.
create table bank_lines (
  id uuid primary key default uuidv7(),
  statement_id uuid not null references bank_statements (id),
  legal_entity_id text not null references legal_entities (id),
  currency text not null check (currency in ('GBP', 'EUR')),
  booked_on date not null,
  amount_minor bigint not null,
  is_reversal boolean not null,
  bank_ref text check (length(bank_ref) <= 200),
  payer text check (length(payer) <= 500),
  payer_account text check (length(payer_account) <= 100),
  words text not null check (length(words) <= 500),
  -- What may be numbers of invoices in its words: capitals and digits alone.
  mentions text[] not null,
  -- Which of the lines that are alike it is.
  ordinal int not null,
  state text not null check (state in ('open', 'allocated', 'setAside', 'paidOut')),
  -- Why it was set aside, or opened again.
  reason text check (length(reason) <= 500),
  decided_by text,
  decided_at timestamptz,
  -- Counts decisions, so that none is overwritten unseen.
  version int not null default 0
);
-- By which a line is known again: the bank's number, or else who and what it says.
create function line_sign(ref text, payer text, account text, words text) returns text language sql immutable parallel safe
  return md5(coalesce(ref, coalesce(payer, '') || '|' || coalesce(account, '') || '|' || words));
create unique index bank_lines_once on bank_lines
  (legal_entity_id, currency, booked_on, amount_minor, line_sign(bank_ref, payer, payer_account, words), ordinal);
create index bank_lines_by_state on bank_lines (state, booked_on, id);
create index bank_lines_of_payer on bank_lines (payer_account) where payer_account is not null;
create index bank_lines_of_statement on bank_lines (statement_id);

-- For whom a line is: for an invoice, or else for a reseller's credit.
create table bank_allocations (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  line_id uuid not null references bank_lines (id),
  invoice_id uuid,
  currency text not null check (currency in ('GBP', 'EUR')),
  amount_minor bigint not null check (amount_minor > 0),
  -- Its posting to the credit; that of an invoice is its payment's.
  posting_id uuid,
  posted_at timestamptz,
  undone_at timestamptz,
  undone_posted_at timestamptz,
  allocated_by text not null,
  allocated_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, invoice_id) references invoices (reseller_id, id)
);
-- A line belongs to no reseller.
create index bank_allocations_of_line on bank_allocations (line_id, id);
alter table bank_allocations enable row level security;
create policy worker on bank_allocations to app_worker using (true) with check (true);
create policy operator on bank_allocations to app_operator using (true) with check (true);

grant select, insert on bank_statements to app_operator;
grant select, insert, update (state, reason, decided_by, decided_at, version) on bank_lines to app_operator;
grant select, insert, update (undone_at) on bank_allocations to app_operator;
grant select on bank_lines to app_worker;
grant select, update (posting_id, posted_at, undone_posted_at) on bank_allocations to app_worker;

-- The operator looks for the invoices that a line may pay.
create policy operator on invoices for select to app_operator using (true);
grant select on invoices, invoice_balances to app_operator;

-- A number as people write it, without signs between.
create function plain_number(number text) returns text language sql immutable parallel safe
  return regexp_replace(upper(number), '[^A-Z0-9]', '', 'g');
-- A payer names an invoice before a reseller is known.
create index invoices_by_plain_number on invoices (plain_number(number) text_pattern_ops);
-- A company's name as banks write it, without its form.
create function plain_company(name text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(replace(lower(name), '&', 'and'), '\m(ltd|limited|plc|llp|dac|gmbh)\M', '', 'g'), '[^a-z0-9]', '', 'g');
create index resellers_by_plain_name on resellers (plain_company(name));
-- What a reseller quotes to add credit, as `creditReference` says it, without signs between.
create function credit_reference(id uuid) returns text language sql immutable parallel safe return 'CR' || upper(right(id::text, 8));
create index resellers_by_credit_reference on resellers (credit_reference(id));
grant execute on function credit_reference(uuid), plain_number(text), plain_company(text), line_sign(text, text, text, text) to app_operator;

-- What came by bank transfer is here already: it does not wait for another attempt.
drop index payments_one_on_its_way;
create unique index payments_one_on_its_way on payments (reseller_id, invoice_id)
  where state in ('submitted', 'needsAction', 'processing', 'unknown', 'presumedPaid') and kind <> 'bankTransfer';

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(219, 'Bank transfers', 'bank_lines', 'false', '{}', '{payer,payer_account,words,decided_by}', 'nobody', null, 'Statements of the marketplace’s own bank accounts, kept as its books must be.'),
(220, 'Bank statements', 'bank_statements', 'false', '{}', '{imported_by}', 'nobody', null, 'The marketplace’s own books.'),
(221, 'Bank transfers allocated', 'bank_allocations', 'false', '{}', '{allocated_by}', 'nobody', null, 'The marketplace’s own books.');
