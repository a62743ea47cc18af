-- Whoever never had credit has none to spend: `least` leaves out what is null, and so everything that was open was spent.
create or replace function spend_credit(reseller uuid, invoice uuid, today date, at timestamptz) returns bigint
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
    coalesce((select -sum(amount_minor) from ledger_entries where reseller_id = reseller and account = 'credit' and currency = unit), 0));
  if coalesce(spent, 0) <= 0 then return 0; end if;
  insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
  values (reseller, posting, 'credit', spent, unit, null, today, at), (reseller, posting, 'receivable', -spent, unit, invoice, today, at);
  return spent;
end $$;
