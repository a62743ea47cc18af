-- A reseller's month is closed in a moment and invoiced afterwards, without a lock that an order would wait for.

-- A month that no charge can be added to any more, and how far its documents are.
create table billing_months (
  reseller_id uuid not null references resellers (id),
  period_until date not null,
  period_from date not null,
  -- Slices of lines gathered so far, and the last customer in them by name; who has fewest comes next.
  slices int not null default 0,
  reached_name text,
  reached_id uuid,
  issued_at timestamptz,
  primary key (reseller_id, period_until)
);
-- Those to be issued, of all resellers.
create index billing_months_open on billing_months (slices, period_until, reseller_id) where issued_at is null;
alter table billing_months enable row level security;
create policy tenant on billing_months for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on billing_months to app_worker using (true) with check (true);
grant select on billing_months to app_tenant;
grant select, insert, update on billing_months to app_worker;

-- A document while its lines are gathered under its id. It becomes an invoice, with a number, when all of them are there.
create table invoice_drafts (
  reseller_id uuid not null,
  id uuid not null default uuidv7(),
  period_until date not null,
  currency text not null check (currency in ('GBP', 'EUR')),
  vat_category text not null check (vat_category in ('S', 'AE', 'O')),
  wording text,
  primary key (reseller_id, id),
  foreign key (reseller_id, period_until) references billing_months (reseller_id, period_until)
);
create unique index invoice_drafts_once_per_month on invoice_drafts (reseller_id, period_until, currency);
create trigger append_only before update or delete on invoice_drafts for each row execute function refuse_change();
alter table invoice_drafts enable row level security;
create policy tenant on invoice_drafts for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on invoice_drafts to app_worker using (true) with check (true);
grant select on invoice_drafts to app_tenant;
grant select, insert on invoice_drafts to app_worker;
create policy whole_company on invoice_drafts as restrictive to app_restricted using (false);

insert into billing_months (reseller_id, period_until, period_from, issued_at)
select reseller_id, period_until, min(period_from), min(recorded_at) from invoices group by 1, 2;
insert into invoice_drafts (reseller_id, id, period_until, currency, vat_category, wording)
select reseller_id, id, period_until, currency, vat_category, wording from invoices;
alter table invoices add foreign key (reseller_id, id) references invoice_drafts (reseller_id, id);
alter table invoice_lines drop constraint invoice_lines_reseller_id_invoice_id_fkey,
  add foreign key (reseller_id, invoice_id) references invoice_drafts (reseller_id, id);

-- Unused since version 8.2. The month end of the version before fails and is left to the first worker of this one.
alter table billing_state drop column billed_from, drop column claimed_in;

-- From which day on a reseller's charges stand on no invoice yet. Those before the day billed until are being issued.
create view billing_progress with (security_invoker = true) as
  select b.reseller_id, b.billed_until, coalesce(
    (select min(m.period_from) from billing_months m where m.reseller_id = b.reseller_id and m.issued_at is null), b.billed_until) as invoiced_until
  from billing_state b;
grant select on billing_progress to app_tenant, app_worker;
