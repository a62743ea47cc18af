-- What is taken off an invoice without money. It bears the id of its posting.
create table write_offs (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  invoice_id uuid not null,
  kind text not null check (kind in ('badDebt', 'shortPayment', 'goodwill')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('GBP', 'EUR')),
  reason text not null check (length(reason) between 1 and 500),
  entered_by text not null,
  entered_by_id uuid not null references people (id),
  entered_at timestamptz not null,
  -- More than one person decides alone.
  needs_approval boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'refused', 'posted', 'takenBack')),
  decided_by text,
  decided_by_id uuid references people (id),
  decided_at timestamptz,
  taken_back_by text,
  taken_back_at timestamptz,
  -- The posting that takes it back.
  reversal_id uuid not null default uuidv7(),
  primary key (reseller_id, id),
  foreign key (reseller_id, invoice_id) references invoices (reseller_id, id),
  check ((state = 'waiting') = (decided_at is null) and (decided_by is null) = (decided_at is null) and (decided_by_id is null) = (decided_at is null)),
  check (state in ('waiting', 'refused') or not needs_approval or decided_by_id <> entered_by_id),
  check ((state = 'takenBack') = (taken_back_at is not null) and (taken_back_by is null) = (taken_back_at is null))
);
-- The operator lists those of everybody.
create unique index write_offs_by_id on write_offs (id);
create index write_offs_by_state on write_offs (state, id);
create trigger append_only before delete on write_offs for each row execute function refuse_change();
alter table write_offs enable row level security;
create policy operator on write_offs to app_operator using (true) with check (true);
grant select, insert, update (state, decided_by, decided_by_id, decided_at, taken_back_by, taken_back_at) on write_offs to app_operator;

-- Posts a write-off, or the opposite of one that is taken back. Returns false, and posts nothing, if less is open on the invoice
-- and not on its way. The operator's role writes no ledger, so this is done with the owner's rights.
create function post_write_off(reseller uuid, write_off uuid, today date, at timestamptz) returns boolean
language plpgsql security definer set search_path = public as $$
declare
  it write_offs;
  sign int;
  posting uuid;
begin
  -- Whoever moves what a reseller owes or has waits for the others, so that each sees what is left (`lockAccount`).
  perform pg_advisory_xact_lock(hashtextextended('account ' || reseller, 0));
  select * into strict it from write_offs where reseller_id = reseller and id = write_off for update;
  if it.state = 'posted' then
    sign := 1;
  elsif it.state = 'takenBack' then
    sign := -1;
  else
    raise exception 'the write-off % is not decided', write_off using errcode = '55000';
  end if;
  posting := case sign when 1 then it.id else it.reversal_id end;
  if exists (select from ledger_entries where reseller_id = reseller and posting_id = posting) then
    raise exception 'the write-off % is posted already', write_off using errcode = '55000';
  end if;
  if sign = 1 and it.amount_minor >
    (select coalesce(sum(amount_minor), 0) from ledger_entries where reseller_id = reseller and invoice_id = it.invoice_id and account = 'receivable')
      - (select coalesce(sum(amount_minor), 0) from payments where reseller_id = reseller and invoice_id = it.invoice_id
         and state in ('submitted', 'needsAction', 'processing', 'unknown', 'presumedPaid'))
  then return false; end if;
  insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
  select reseller, posting, account, amount * sign, it.currency, it.invoice_id, today, at
  from (values ('cost:' || case it.kind when 'badDebt' then 'bad-debt' when 'shortPayment' then 'short-payment' else 'goodwill' end, it.amount_minor),
    ('receivable', -it.amount_minor)) e (account, amount);
  return true;
end $$;
revoke execute on function post_write_off from public;
grant execute on function post_write_off to app_operator;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(243, 'Write-offs they entered, decided or took back', 'write_offs', '$1 in (t.entered_by_id, t.decided_by_id) or (without_names(t.taken_back_by, $2) <> t.taken_back_by and exists (select from operators where person_id = $1))', '{kind,amount_minor,currency,reason,entered_at}', '{entered_by_id,decided_by_id}', 'changed', '{"entered_by": "without_names(entered_by, $2)", "decided_by": "without_names(decided_by, $2)", "taken_back_by": "without_names(taken_back_by, $2)"}', null);
