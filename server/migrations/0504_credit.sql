-- Codes that are worth a credit, and what resellers have of it: the `credit` account of the ledger.
create table credit_codes (
  id uuid primary key default uuidv7(),
  -- Of the code itself, which is shown once and kept nowhere.
  hash bytea not null,
  -- Its last letters, by which people speak of it.
  hint text not null check (length(hint) = 4),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('GBP', 'EUR')),
  -- Null for whichever reseller redeems it first.
  only_for uuid references resellers (id),
  valid_until date not null,
  reason text not null check (length(reason) between 1 and 200),
  issued_by text not null,
  issued_by_id uuid not null references people (id),
  issued_at timestamptz not null,
  -- Worth more than one person gives away: nobody redeems it before somebody else has approved it.
  needs_approval boolean not null,
  approved_by text,
  approved_by_id uuid references people (id) check (approved_by_id <> issued_by_id),
  approved_at timestamptz,
  withdrawn_by text,
  withdrawn_at timestamptz,
  check ((approved_by is null) = (approved_at is null) and (approved_by is null) = (approved_by_id is null)),
  check ((withdrawn_by is null) = (withdrawn_at is null))
);
create unique index credit_codes_by_hash on credit_codes (hash);
create index credit_codes_of_reseller on credit_codes (only_for) where only_for is not null;
grant select, insert, update (approved_by, approved_by_id, approved_at, withdrawn_by, withdrawn_at) on credit_codes to app_operator;
grant select on credit_codes to app_worker;

-- A code that was redeemed. It bears the id of its posting.
create table credit_grants (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  code_id uuid not null references credit_codes (id),
  -- As of the code, which no reseller's role may read.
  hint text not null,
  reason text not null,
  redeemed_by text not null,
  redeemed_at timestamptz not null,
  primary key (reseller_id, id)
);
-- A code is good once, whoever redeems it: this index is not led by the tenant.
create unique index credit_grants_code_once on credit_grants (code_id);
create trigger append_only before delete on credit_grants for each row execute function refuse_change();
alter table credit_grants enable row level security;
create policy tenant on credit_grants for select to app_tenant using (reseller_id = (select app_reseller()));
create policy operator on credit_grants for select to app_operator using (true);
create policy worker on credit_grants to app_worker using (true) with check (true);
create policy whole_company on credit_grants as restrictive to app_restricted using (false);
grant select on credit_grants to app_tenant, app_operator, app_worker;

-- Redeems a code for the reseller of this transaction: what we give away against what the reseller may spend. Says nothing of
-- codes that are not for it. A tenant's role writes no ledger, so this is done with the owner's rights, and to the last check here.
create function redeem_credit(code_hash bytea, who text, today date, at timestamptz, out outcome text, out amount_minor bigint, out valid_until date)
language plpgsql security definer set search_path = public as $$
declare
  me resellers;
  code credit_codes;
  taken credit_grants;
  grant_id uuid := uuidv7();
begin
  if app_restricted_to() is not null then raise exception 'only part of the company' using errcode = '42501'; end if;
  select * into strict me from resellers where id = app_reseller();
  select * into code from credit_codes where hash = code_hash for update;
  select * into taken from credit_grants where code_id = code.id;
  amount_minor := code.amount_minor;
  valid_until := code.valid_until;
  outcome := case
    when code.id is null or code.only_for <> me.id or code.withdrawn_at is not null or (code.needs_approval and code.approved_at is null)
      or taken.reseller_id <> me.id then 'unknown'
    when taken.id is not null then 'redeemed'
    when code.currency <> me.currency then 'currency'
    when code.valid_until < today then 'expired'
    else 'done' end;
  if outcome <> 'done' then return; end if;
  insert into credit_grants (reseller_id, id, code_id, hint, reason, redeemed_by, redeemed_at)
  values (me.id, grant_id, code.id, code.hint, code.reason, who, at);
  insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, effective_on, recorded_at)
  values (me.id, grant_id, 'cost:goodwill', code.amount_minor, code.currency, today, at),
    (me.id, grant_id, 'credit', -code.amount_minor, code.currency, today, at);
end $$;

-- Spends credit on an invoice: never more than is left, nor than is open and not on its way. Returns what it spent. A tenant's
-- transaction spends its own alone.
create function spend_credit(reseller uuid, invoice uuid, today date, at timestamptz) returns bigint
language plpgsql security definer set search_path = public as $$
declare
  unit text;
  spent bigint;
  posting uuid := uuidv7();
begin
  if app_restricted_to() is not null or app_reseller() <> reseller then
    raise exception 'not this company''s credit' using errcode = '42501';
  end if;
  -- Whoever moves what a reseller owes or has waits for the others, so that each sees what is left (`lockAccount`).
  perform pg_advisory_xact_lock(hashtextextended('account ' || reseller, 0));
  select currency into unit from invoices where reseller_id = reseller and id = invoice;
  spent := least(
    (select sum(amount_minor) from ledger_entries where reseller_id = reseller and invoice_id = invoice and account = 'receivable')
      - (select coalesce(sum(amount_minor), 0) from payments where reseller_id = reseller and invoice_id = invoice
         and state in ('submitted', 'needsAction', 'processing', 'unknown', 'presumedPaid')),
    (select -sum(amount_minor) from ledger_entries where reseller_id = reseller and account = 'credit' and currency = unit));
  if coalesce(spent, 0) <= 0 then return 0; end if;
  insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
  values (reseller, posting, 'credit', spent, unit, null, today, at), (reseller, posting, 'receivable', -spent, unit, invoice, today, at);
  return spent;
end $$;
revoke execute on function redeem_credit, spend_credit from public;
grant execute on function redeem_credit to app_tenant;
grant execute on function spend_credit to app_tenant, app_worker;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(225, 'Codes for credit they issued, approved or withdrew', 'credit_codes', '$1 in (t.issued_by_id, t.approved_by_id) or (without_names(t.withdrawn_by, $2) <> t.withdrawn_by and exists (select from operators where person_id = $1))', '{hint,amount_minor,currency,reason,issued_at}', '{issued_by_id,approved_by_id}', 'changed', '{"issued_by": "without_names(issued_by, $2)", "approved_by": "without_names(approved_by, $2)", "withdrawn_by": "without_names(withdrawn_by, $2)"}', null),
(226, 'Codes for credit they redeemed', 'credit_grants', 'without_names(t.redeemed_by, $2) <> t.redeemed_by and t.reseller_id in (select reseller_id from memberships where person_id = $1)', '{hint,redeemed_at}', '{}', 'changed', '{"redeemed_by": "without_names(redeemed_by, $2)"}', null);
