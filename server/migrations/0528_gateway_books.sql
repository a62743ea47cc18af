-- What payment gateways say that they have, and where it differs from ours. All of it is the marketplace's own.
-- How far the book of each gateway was read.
create table gateway_reads (
  gateway text primary key check (gateway ~ '^[a-z]{2,20}$'),
  -- What moved before was read.
  read_until timestamptz not null,
  -- When the reading that is at work began, and where it stands; null between readings.
  reading_since timestamptz,
  reading_at text
);

-- What moved at a gateway, by its own number of it: in minor units, negative where it went out.
create table gateway_movements (
  gateway text not null check (gateway ~ '^[a-z]{2,20}$'),
  ref text not null check (length(ref) between 1 and 255),
  kind text not null check (kind in ('payment', 'refund', 'dispute', 'fee', 'payout', 'item', 'other')),
  -- The payment it belongs to: the gateway's number of it, and ours that it carries.
  payment_ref text,
  payment_key uuid,
  -- With which pay-out it went to our bank.
  payout_ref text,
  amount_minor bigint not null,
  -- What the gateway kept of it for itself.
  fee_minor bigint not null default 0,
  currency text not null check (currency in ('GBP', 'EUR')),
  moved_at timestamptz not null,
  words text check (length(words) <= 200),
  -- To be compared with ours.
  is_new boolean not null default true,
  -- Its posting in our own books: what is no reseller's.
  posting_id uuid,
  primary key (gateway, ref)
);
create index gateway_movements_of_payment on gateway_movements (gateway, payment_ref) where payment_ref is not null;
create index gateway_movements_of_payout on gateway_movements (gateway, payout_ref) where payout_ref is not null;
create index gateway_movements_new on gateway_movements (gateway) where is_new;
create index gateway_movements_to_post on gateway_movements (gateway)
  where posting_id is null and (kind in ('fee', 'payout') or fee_minor <> 0);

create table gateway_payouts (
  gateway text not null check (gateway ~ '^[a-z]{2,20}$'),
  ref text not null check (length(ref) between 1 and 255),
  amount_minor bigint not null,
  currency text not null check (currency in ('GBP', 'EUR')),
  status text not null check (status in ('onItsWay', 'paid', 'failed')),
  arrives_on date,
  made_at timestamptz not null,
  -- Whether the gateway says what it is made of, and all of that was read.
  is_itemised boolean not null default false,
  primary key (gateway, ref)
);
create index gateway_payouts_listed on gateway_payouts (made_at, ref);

-- What a gateway says that it has of ours.
create table gateway_balances (
  gateway text not null check (gateway ~ '^[a-z]{2,20}$'),
  currency text not null check (currency in ('GBP', 'EUR')),
  amount_minor bigint not null,
  read_at timestamptz not null,
  primary key (gateway, currency)
);

-- The marketplace's side of the accounts that resellers' payments go to: fees as a cost, and what was paid out.
create table clearing_entries (
  id uuid primary key default uuidv7(),
  posting_id uuid not null,
  gateway text not null,
  movement_ref text not null,
  account text not null check (account ~ '^(cash:.+|cost:fees:.+|bank:payouts)$'),
  amount_minor bigint not null check (amount_minor <> 0),
  currency text not null check (currency in ('GBP', 'EUR')),
  effective_on date not null,
  recorded_at timestamptz not null,
  foreign key (gateway, movement_ref) references gateway_movements (gateway, ref)
);
create index clearing_entries_of_account on clearing_entries (account, currency) include (amount_minor);
create unique index clearing_entries_once on clearing_entries (gateway, movement_ref, account);
create trigger append_only before update or delete on clearing_entries for each row execute function refuse_change();
create function clearing_balances() returns trigger language plpgsql as $$
begin
  if exists (select from added group by posting_id, currency having sum(amount_minor) <> 0) then
    raise exception 'a posting does not balance' using errcode = '23514';
  end if;
  return null;
end $$;
create trigger clearing_balances after insert on clearing_entries referencing new table as added
  for each statement execute function clearing_balances();
-- What all resellers paid through a gateway is summed by account.
create index ledger_entries_of_cash on ledger_entries (account, currency) include (amount_minor) where account like 'cash:%';

-- Where a gateway and we do not agree, until we do.
create table gateway_differences (
  id uuid primary key default uuidv7(),
  gateway text not null check (gateway ~ '^[a-z]{2,20}$'),
  cause text not null check (cause in ('unknownPayment', 'amountDiffers', 'notAtGateway', 'payoutDiffers', 'unexplained')),
  -- The gateway's number of what it is about.
  ref text not null check (length(ref) between 1 and 255),
  reseller_id uuid references resellers (id),
  payment_id uuid,
  theirs_minor bigint not null,
  ours_minor bigint not null,
  currency text not null check (currency in ('GBP', 'EUR')),
  words text check (length(words) <= 200),
  since timestamptz not null,
  state text not null default 'open' check (state in ('open', 'setAside', 'closed')),
  -- Why it was set aside or opened again, and when it came to agree.
  reason text check (length(reason) <= 500),
  decided_by text,
  decided_at timestamptz,
  closed_at timestamptz,
  version int not null default 0,
  foreign key (reseller_id, payment_id) references payments (reseller_id, id)
);
create unique index gateway_differences_once on gateway_differences (gateway, ref) where state <> 'closed';
create index gateway_differences_by_state on gateway_differences (state, since, id);
create index gateway_differences_of_payment on gateway_differences (reseller_id, payment_id) where payment_id is not null;
alter table gateway_differences enable row level security;
create policy worker on gateway_differences to app_worker using (true) with check (true);
create policy operator on gateway_differences to app_operator using (true) with check (true);

-- What was settled at a gateway since the last reading is compared with it.
create index payments_of_gateway on payments (gateway, changed_at);

grant select, insert, update on gateway_reads, gateway_movements, gateway_payouts, gateway_balances to app_worker;
grant select, insert on clearing_entries to app_worker;
grant select, insert, update on gateway_differences to app_worker;
grant select on gateway_reads, gateway_movements, gateway_payouts, gateway_balances, clearing_entries to app_operator;
grant select, update (state, reason, decided_by, decided_at, version) on gateway_differences to app_operator;
create policy operator on payments for select to app_operator using (true);
grant select on payments to app_operator;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(240, 'Differences with payment gateways', 'gateway_differences', 'false', '{}', '{decided_by}', 'nobody', null, 'The marketplace’s own books.');
