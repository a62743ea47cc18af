-- What is open of a reseller's invoices that were due before a day, and, without an id, what it has in credit. Whoever sees
-- only a part of the company orders too, and is refused like everybody else: so this is read with the owner's rights.
create function dunning_items(reseller uuid, day date)
returns table (id uuid, number text, due_on date, open_minor bigint, on_its_way_since date)
language plpgsql stable security definer set search_path = public as $$
begin
  if app_reseller() <> reseller then raise exception 'not this company''s invoices' using errcode = '42501'; end if;
  return query
    select i.id, i.number, i.due_on, b.open, w.since
    from invoices i
      join resellers r on r.id = i.reseller_id and r.currency = i.currency
      cross join lateral (select coalesce(sum(e.amount_minor), 0)::bigint as open from ledger_entries e
        where e.reseller_id = i.reseller_id and e.invoice_id = i.id and e.account = 'receivable') b
      left join lateral (select min(p.created_at)::date as since, sum(p.amount_minor) as taken from payments p
        where p.reseller_id = i.reseller_id and p.invoice_id = i.id
          and p.state in ('submitted', 'needsAction', 'processing', 'unknown', 'presumedPaid')) w on w.taken >= b.open
    where i.reseller_id = reseller and i.kind = 'invoice' and i.due_on < day and b.open > 0
    union all
    -- Credit, and whatever the marketplace owes on the receivable account itself, such as credit memos.
    select null, null, null, (
      select coalesce(-sum(e.amount_minor), 0)::bigint from ledger_entries e join resellers r on r.id = e.reseller_id and r.currency = e.currency
      where e.reseller_id = reseller and (e.account = 'credit' or (e.account = 'receivable' and not exists (
        select from invoices i where i.reseller_id = e.reseller_id and i.id = e.invoice_id and i.kind = 'invoice')))), null;
end $$;
revoke execute on function dunning_items from public;
grant execute on function dunning_items to app_tenant, app_worker;

-- Each notice that a reseller was sent about an invoice, once for each step.
create table dunning_notices (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  invoice_id uuid not null,
  step text not null check (step in ('reminder', 'overdue', 'lastWarning', 'orderingPaused', 'escalated')),
  -- The rule by which it was sent.
  policy_id text not null,
  owed_minor bigint not null check (owed_minor > 0),
  currency text not null check (currency in ('GBP', 'EUR')),
  sent_on date not null,
  sent_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, invoice_id) references invoices (reseller_id, id)
);
create unique index dunning_notices_once on dunning_notices (reseller_id, invoice_id, step);
create trigger append_only before update or delete on dunning_notices for each row execute function refuse_change();
alter table dunning_notices enable row level security;
create policy tenant on dunning_notices for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on dunning_notices to app_worker using (true) with check (true);
create policy operator on dunning_notices for select to app_operator using (true);
create policy whole_company on dunning_notices as restrictive to app_restricted using (false);
grant select on dunning_notices to app_tenant, app_operator;
grant select, insert on dunning_notices to app_worker;

-- Pauses ordering for what stays overdue. Off: debts from before, and transfers that nobody has allocated, pause nobody.
insert into feature_flags (name, enabled) values ('BillingPauseOrdering', false);
