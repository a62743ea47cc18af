-- What the marketplace's staff credit by hand of lines of an issued invoice. A credit bears the id of its credit memo.
create table line_credits (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  -- The invoice that it corrects.
  invoice_id uuid not null,
  reason text not null check (reason in ('billedInError', 'wrongPrice', 'notProvided', 'serviceLevel', 'agreed')),
  words text not null check (length(words) between 1 and 500),
  net_minor bigint not null check (net_minor > 0),
  vat_minor bigint not null check (vat_minor >= 0),
  currency text not null check (currency in ('GBP', 'EUR')),
  entered_by text not null,
  entered_by_id uuid not null references people (id),
  entered_at timestamptz not null,
  -- More than one person decides alone.
  needs_approval boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'refused', 'issued')),
  decided_by text,
  decided_by_id uuid references people (id),
  decided_at timestamptz,
  -- The posting that takes it off the invoice.
  offset_id uuid not null default uuidv7(),
  primary key (reseller_id, id),
  foreign key (reseller_id, invoice_id) references invoices (reseller_id, id),
  check ((state = 'waiting') = (decided_at is null) and (decided_by is null) = (decided_at is null) and (decided_by_id is null) = (decided_at is null)),
  check (state in ('waiting', 'refused') or not needs_approval or decided_by_id <> entered_by_id)
);
-- The operator lists those of everybody.
create unique index line_credits_by_id on line_credits (id);
create index line_credits_by_state on line_credits (state, id);
create trigger append_only before delete on line_credits for each row execute function refuse_change();
alter table line_credits enable row level security;
create policy operator on line_credits to app_operator using (true) with check (true);
create policy tenant on line_credits for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on line_credits for select to app_worker using (true);
create policy whole_company on line_credits as restrictive to app_restricted using (false);
grant select, insert, update (state, decided_by, decided_by_id, decided_at) on line_credits to app_operator;
-- A reseller is told why a line of its credit memo is there.
grant select (reseller_id, id, reason, words, entered_by, entered_at) on line_credits to app_tenant;

-- How much of which lines. Each becomes a charge of its own once it is issued, which corrects the line's charge.
create table credited_lines (
  reseller_id uuid not null,
  credit_id uuid not null,
  charge_id uuid not null default uuidv7(),
  corrects uuid not null,
  net_minor bigint not null check (net_minor > 0),
  primary key (reseller_id, charge_id),
  foreign key (reseller_id, credit_id) references line_credits (reseller_id, id),
  foreign key (reseller_id, corrects) references charges (reseller_id, id)
);
create unique index credited_lines_once on credited_lines (reseller_id, credit_id, corrects);
create trigger append_only before update or delete on credited_lines for each row execute function refuse_change();
alter table credited_lines enable row level security;
create policy operator on credited_lines to app_operator using (true) with check (true);
create policy tenant on credited_lines for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on credited_lines for select to app_worker using (true);
create policy whole_company on credited_lines as restrictive to app_restricted using (false);
grant select, insert on credited_lines to app_operator;
grant select (reseller_id, credit_id, charge_id) on credited_lines to app_tenant;

-- The operator's staff choose among an invoice's lines, and see what is left of each.
create policy operator on invoice_lines for select to app_operator using (true);
drop policy operator on charges;
create policy operator on charges to app_operator using (true) with check (true);
grant select on invoice_lines to app_operator;
grant select (reseller_id, id, amount_minor, corrects) on charges to app_operator;

-- A month has one document of each currency from the run, and any number of credits by hand besides.
alter table invoice_drafts add column by_hand boolean not null default false;
drop index invoice_drafts_once_per_month;
create unique index invoice_drafts_once_per_month on invoice_drafts (reseller_id, period_until, currency) where not by_hand;
-- Each document is a draft first, which the index above holds to one.
drop index invoices_once_per_month;

-- Its vendor gives nothing back of what is credited by hand.
create or replace function owe_vendors() returns trigger language plpgsql security definer set search_path = public set enable_seqscan = off as $$
begin
  insert into payables select k.* from charged c cross join lateral payable_of(c) k
  where c.kind <> 'refund' or not exists (select from credited_lines w where w.reseller_id = c.reseller_id and w.charge_id = c.id);
  return null;
end $$;
-- A credit by hand is for the month of its invoice, whose costs are posted with that.
create or replace function post_payables() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
  select i.reseller_id, i.id, e.account, e.amount, i.currency, i.id, i.issued_on, i.recorded_at
  from issued i
  cross join lateral (
    select vendor, sum(amount_minor) as amount from payables
    where reseller_id = i.reseller_id and due_on >= i.period_from and due_on < i.period_until and currency = i.currency
    group by vendor having sum(amount_minor) <> 0 offset 0) p
  cross join lateral (values ('cost:' || p.vendor, p.amount), ('payable:' || p.vendor, -p.amount)) e (account, amount)
  where not exists (select from line_credits w where w.reseller_id = i.reseller_id and w.id = i.id);
  return null;
end $$;

-- Issues the credit memo of a credit that is decided, as the run would, and takes it off what is open on its invoice and not on
-- its way. The rest stays on the memo, as with those of the run. Returns its number; null, and issues nothing, if less is left of
-- a line. The operator's role writes no documents, so this is done with the owner's rights.
create function issue_line_credit(reseller uuid, credit uuid, drawn_by int, today date, at timestamptz) returns text
language plpgsql security definer set search_path = public as $$
declare
  it line_credits;
  original invoices;
  counter invoice_counters;
  of_number text;
  gross bigint;
  taken bigint;
begin
  -- Whoever moves what a reseller owes or has waits for the others, so that each sees what is left (`lockAccount`).
  perform pg_advisory_xact_lock(hashtextextended('account ' || reseller, 0));
  select * into strict it from line_credits where reseller_id = reseller and id = credit for update;
  if it.state <> 'issued' or exists (select from invoices where reseller_id = reseller and id = credit) then
    raise exception 'the credit % is not decided, or issued already', credit using errcode = '55000';
  end if;
  select * into strict original from invoices where reseller_id = reseller and id = it.invoice_id and kind = 'invoice';
  if exists (
    select from credited_lines w
      left join invoice_lines l on l.reseller_id = reseller and l.invoice_id = original.id and l.charge_id = w.corrects
    where w.reseller_id = reseller and w.credit_id = credit and w.net_minor > coalesce(l.net_minor, 0) + (
      select coalesce(sum(k.amount_minor), 0) from charges k where k.reseller_id = reseller and k.corrects = w.corrects and k.amount_minor < 0))
  then return null; end if;

  insert into invoice_drafts (reseller_id, id, period_until, currency, vat_category, wording, by_hand)
  values (reseller, credit, original.period_until, original.currency, original.vat_category, original.wording, true);
  -- No units are given back, and nothing is left for the run: it is due in the invoice's month, which is closed.
  insert into charges (reseller_id, id, customer_id, subscription_id, product_id, kind, description, period_from, period_until, due_on,
    quantity, unit_cost, amount_minor, currency, recorded_at, corrects)
  select reseller, w.charge_id, c.customer_id, c.subscription_id, c.product_id, 'refund', 'Credit: ' || l.description, l.period_from, l.period_until,
    c.due_on, 0, 0, -w.net_minor, c.currency, at, c.id
  from credited_lines w join charges c on c.reseller_id = reseller and c.id = w.corrects
    join invoice_lines l on l.reseller_id = reseller and l.charge_id = w.corrects
  where w.reseller_id = reseller and w.credit_id = credit;
  insert into invoice_lines (reseller_id, invoice_id, position, charge_id, customer_id, customer_name, product_id, product_name, description,
    kind, period_from, period_until, quantity, unit_cost, net_minor, vat_category, vat_percent, corrects)
  select reseller, credit, row_number() over (order by l.position), w.charge_id, l.customer_id, l.customer_name, l.product_id, l.product_name,
    'Credit: ' || l.description, 'refund', l.period_from, l.period_until, -1, w.net_minor / 100.0, -w.net_minor, l.vat_category, l.vat_percent, w.corrects
  from credited_lines w join invoice_lines l on l.reseller_id = reseller and l.charge_id = w.corrects
  where w.reseller_id = reseller and w.credit_id = credit;
  insert into invoice_sums (reseller_id, invoice_id, product_id, vat_percent, product_name, period_from, period_until, quantity, net_minor, lines)
  select reseller, credit, product_id, vat_percent, min(product_name), min(period_from), max(period_until), sum(quantity), sum(net_minor), count(*)
  from invoice_lines where reseller_id = reseller and invoice_id = credit group by product_id, vat_percent;

  select -it.net_minor - coalesce(sum(vat), 0) into gross from (
    select round(sum(-net_minor) * vat_percent * 0.01) as vat from invoice_lines
    where reseller_id = reseller and invoice_id = credit group by vat_percent) t;
  if gross <> -it.net_minor - it.vat_minor then
    raise exception 'the credit % comes to % and was shown as %', credit, gross, -it.net_minor - it.vat_minor using errcode = '23514';
  end if;
  update invoice_counters set last_number = last_number + 1
  where legal_entity_id = original.legal_entity_id and kind = 'creditMemo' returning * into strict counter;
  of_number := counter.prefix || '-' || lpad(counter.last_number::text, greatest(6, length(counter.last_number::text)), '0');
  insert into invoices (reseller_id, id, legal_entity_id, kind, number, issued_on, tax_point, period_from, period_until, due_on,
    currency, net_minor, vat_minor, gross_minor, vat_sterling_minor, units_per_pound, rate_source, vat_category, wording, seller, buyer, recorded_at, template)
  values (reseller, credit, original.legal_entity_id, 'creditMemo', of_number, today, today, original.period_from, original.period_until, today,
    original.currency, -it.net_minor, -it.vat_minor, gross, round(-it.vat_minor / original.units_per_pound), original.units_per_pound,
    original.rate_source, original.vat_category, original.wording, original.seller, original.buyer, at, drawn_by);
  insert into invoice_taxes (reseller_id, invoice_id, category, percent, net_minor, vat_minor)
  select reseller, credit, vat_category, vat_percent, sum(net_minor), round(sum(net_minor) * vat_percent * 0.01)
  from invoice_lines where reseller_id = reseller and invoice_id = credit group by vat_category, vat_percent;

  insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
  select reseller, credit, e.account, e.amount, it.currency, credit, today, at from (
    select 'receivable' as account, gross as amount
    union all select 'revenue:' || product_id, -sum(net_minor) from invoice_sums where reseller_id = reseller and invoice_id = credit group by product_id
    union all select 'vat:' || category || ':' || trim_scale(percent), -vat_minor from invoice_taxes where reseller_id = reseller and invoice_id = credit
  ) e where e.amount <> 0;
  taken := least(-gross,
    (select coalesce(sum(amount_minor), 0) from ledger_entries where reseller_id = reseller and invoice_id = original.id and account = 'receivable')
      - (select coalesce(sum(amount_minor), 0) from payments where reseller_id = reseller and invoice_id = original.id
         and state in ('submitted', 'needsAction', 'processing', 'unknown', 'presumedPaid')));
  if taken > 0 then
    insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
    values (reseller, it.offset_id, 'receivable', taken, it.currency, credit, today, at),
      (reseller, it.offset_id, 'receivable', -taken, it.currency, original.id, today, at);
  end if;
  insert into activity (reseller_id, at, who, object_kind, object_id, action, what)
  values (reseller, at, 'Tradewind', 'invoice', credit, 'invoices.issued', 'Issued credit memo ' || of_number || ' for invoice ' || original.number);
  return of_number;
end $$;
revoke execute on function issue_line_credit from public;
grant execute on function issue_line_credit to app_operator;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(245, 'Credits of lines they entered or decided', 'line_credits', '$1 in (t.entered_by_id, t.decided_by_id)', '{reason,words,net_minor,vat_minor,currency,entered_at}', '{entered_by_id,decided_by_id}', 'changed', '{"entered_by": "without_names(entered_by, $2)", "decided_by": "without_names(decided_by, $2)"}', null);
