-- What the operator's staff see and keep of those who owe something.

-- What is owed is summed over everybody, by document.
create index ledger_entries_receivable on ledger_entries (reseller_id, currency, invoice_id) include (amount_minor, effective_on)
  where account = 'receivable';
create index ledger_entries_credit on ledger_entries (reseller_id, currency) include (amount_minor, effective_on) where account = 'credit';
-- When somebody paid last.
create index ledger_entries_cash_days on ledger_entries (reseller_id, currency, effective_on) include (amount_minor) where account like 'cash:%';

-- How much a reseller may owe us at most, with what will be billed. Without a row there is no limit.
create table credit_limits (
  reseller_id uuid primary key references resellers (id),
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null check (currency in ('GBP', 'EUR')),
  set_by text not null,
  set_at timestamptz not null
);
alter table credit_limits enable row level security;
create policy worker on credit_limits to app_worker using (true) with check (true);
create policy operator on credit_limits to app_operator using (true) with check (true);
grant select on credit_limits to app_worker;
grant select, insert, update, delete on credit_limits to app_operator;

-- What staff wrote about a debtor: a note, a day on which it promised to pay (or that it promises no longer), a limit.
create table debtor_notes (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('note', 'promise', 'limit')),
  words text not null check (length(words) between 1 and 2000),
  promised_on date check (promised_on is null or kind = 'promise'),
  written_by text not null,
  written_at timestamptz not null,
  primary key (reseller_id, id)
);
create index debtor_notes_promised on debtor_notes (reseller_id, id) include (promised_on) where kind = 'promise';
create trigger append_only before delete on debtor_notes for each row execute function refuse_change();
alter table debtor_notes enable row level security;
create policy worker on debtor_notes to app_worker using (true) with check (true);
create policy operator on debtor_notes to app_operator using (true) with check (true);
grant select on debtor_notes to app_worker;
grant select, insert on debtor_notes to app_operator;

create index subscriptions_committed on subscriptions (reseller_id) include (currency, billing, quantity, unit_cost, period_until, term_until)
  where status <> 'cancelled' and term_until > period_until;

-- What a reseller owes us and will owe, in its own currency, on a day. Open: its account, less its credit. Unbilled: what was
-- charged and is on no document, up to the end of the month. Committed: what is due later, what orders at work promised, and
-- the instalments until running terms end. The last two are without VAT.
create function credit_exposure(reseller uuid, today date)
returns table (currency text, open_minor bigint, unbilled_minor bigint, committed_minor bigint)
language plpgsql stable security definer set search_path = public as $$
declare
  since date;
begin
  if app_reseller() <> reseller then raise exception 'not this company''s account' using errcode = '42501'; end if;
  select first_of_month(coalesce(
    (select min(m.period_from) from billing_months m where m.reseller_id = reseller and m.issued_at is null), b.billed_until))
  into since from billing_state b where b.reseller_id = reseller;
  return query
    select r.currency,
      (select coalesce(sum(e.amount_minor), 0)::bigint from ledger_entries e
       where e.reseller_id = reseller and e.currency = r.currency and e.account in ('receivable', 'credit')),
      (select coalesce(sum(t.amount), 0)::bigint from company_tallies t
       where t.reseller_id = reseller and t.figure = 'charged' and t.month >= since and t.month <= first_of_month(today)),
      (select coalesce(sum(t.amount), 0)::bigint from company_tallies t
       where t.reseller_id = reseller and t.figure = 'charged' and t.month >= since and t.month > first_of_month(today))
      + (select coalesce(sum(h.amount_minor), 0)::bigint
         from orders o
           join held_charges h on h.reseller_id = o.reseller_id and h.order_id = o.id and h.currency = r.currency
           left join order_lines l on l.reseller_id = h.reseller_id and l.order_id = h.order_id and l.subscription_id = h.subscription_id
         where o.reseller_id = reseller and o.status = 'Working' and coalesce(l.state = 'working', true)
           and not exists (select from charges c where c.reseller_id = h.reseller_id and c.id = h.id))
      + (select coalesce(sum(round(s.quantity * s.unit_cost * 100 * (
            (extract(year from age(s.term_until, s.period_until)) * 12 + extract(month from age(s.term_until, s.period_until)))::int
            / case s.billing when 'monthly' then 1 else 12 end))), 0)::bigint
         from subscriptions s
         where s.reseller_id = reseller and s.currency = r.currency and s.status <> 'cancelled' and s.term_until > s.period_until
           and s.billing in ('monthly', 'annual'))
    from resellers r where r.id = reseller;
end $$;

-- What is left of a reseller's limit, nothing if it has none. Whoever asks waits for the others of the same reseller who did,
-- until their transactions end, so that two orders do not both fit into what is left.
create function credit_room(reseller uuid, today date, out limit_minor bigint, out used_minor bigint) returns setof record
language plpgsql volatile security definer set search_path = public as $$
begin
  if app_reseller() <> reseller then raise exception 'not this company''s account' using errcode = '42501'; end if;
  if not exists (select from credit_limits where reseller_id = reseller) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('credit limit ' || reseller, 0));
  return query
    select l.amount_minor, x.open_minor + x.unbilled_minor + x.committed_minor
    from credit_limits l join credit_exposure(reseller, today) x on x.currency = l.currency where l.reseller_id = reseller;
end $$;
revoke execute on function credit_exposure, credit_room from public;
grant execute on function credit_exposure to app_operator;
grant execute on function credit_room to app_tenant, app_worker;
grant execute on function dunning_items to app_operator;

-- What is collected by itself is looked for among those who pay so.
create policy operator on payment_settings for select to app_operator using (true);
create policy operator on payment_methods for select to app_operator using (true);
create policy operator on mandates for select to app_operator using (true);
grant select (reseller_id, auto_pay, default_payment_method_id) on payment_settings to app_operator;
grant select (reseller_id, id, kind, gateway, status) on payment_methods to app_operator;
grant select (reseller_id, payment_method_id, status, ending) on mandates to app_operator;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(241, 'Notes about debtors', 'debtor_notes', 'false', '{}', '{written_by}', 'nobody', null, 'The marketplace’s own notes about companies that owe something.'),
(242, 'Credit limits', 'credit_limits', 'false', '{}', '{set_by}', 'nobody', null, 'The marketplace’s own books.');
