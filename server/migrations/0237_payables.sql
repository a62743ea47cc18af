-- What the operator itself pays: its vendors' prices, what each charge owes them, and both in the ledger. None of it is for
-- the eyes of a reseller, so it is in tables that no tenant's role may read.
create table vendor_prices (
  offer_id text not null references offers (id),
  currency text not null check (currency in ('GBP', 'EUR')),
  from_date date not null,
  -- Per unit and billing period, like the price of the same offer.
  cost numeric(20, 8) not null check (cost >= 0),
  primary key (offer_id, currency, from_date)
);
grant select on vendor_prices to app_operator, app_worker;

-- What a charge owes the vendor who provides it: one row per charge of an offer that a vendor asks something for.
create table payables (
  reseller_id uuid not null,
  charge_id uuid not null,
  vendor text not null references vendors (id),
  due_on date not null,
  unit_cost numeric(20, 8) not null,
  -- Negative where the vendor gives back.
  amount_minor bigint not null,
  currency text not null check (currency in ('GBP', 'EUR')),
  primary key (reseller_id, charge_id),
  foreign key (reseller_id, charge_id) references charges (reseller_id, id)
);
create index payables_falling_due on payables (reseller_id, due_on) include (vendor, currency, amount_minor);
create trigger append_only before update or delete on payables for each row execute function refuse_change();
alter table payables enable row level security;
create policy worker on payables to app_worker using (true) with check (true);
create policy operator on payables for select to app_operator using (true);
grant select on payables to app_operator, app_worker;

-- What share of a period a charge is for, its own amount says: whole periods cost the vendor's price to the penny, parts
-- at most a penny more or less, and what takes a charge back owes exactly as much less.
create function vendor_amount(amount bigint, quantity numeric, unit_cost numeric, vendor_cost numeric) returns bigint language sql immutable
  return round(case when amount = round(unit_cost * quantity * 100) then vendor_cost * quantity * 100 else amount * vendor_cost / unit_cost end);

-- The day whose price a charge takes: prices are protected until the term ends, and without one until the period does.
create function priced_on(charge charges, s subscriptions) returns date language sql stable
  return case
    when s.id is null or s.term_until <= charge.period_from then charge.period_from
    when s.term_until is null then case when charge.period_from < s.period_until then least(charge.period_from, s.period_from) else charge.period_from end
    when s.term_from <= charge.period_from then s.term_from
    else coalesce((
      select (h.data ->> 'termFrom')::date from subscription_history h
      where h.reseller_id = s.reseller_id and h.subscription_id = s.id and h.kind in ('started', 'renewed')
        and (h.data ->> 'termFrom')::date <= charge.period_from
      order by h.data ->> 'termFrom' desc limit 1), charge.period_from)
  end;

create function payable_of(c charges) returns setof payables language sql stable
begin atomic
  select c.reseller_id, c.id, p.fulfiller, c.due_on, v.cost, vendor_amount(c.amount_minor, c.quantity, c.unit_cost, v.cost), c.currency
  from products p
  left join subscriptions s on s.reseller_id = c.reseller_id and s.id = c.subscription_id
  left join payables k on k.reseller_id = c.reseller_id and k.charge_id = c.corrects
  cross join lateral (
    select coalesce(k.unit_cost, (
      select cost from vendor_prices
      where offer_id = c.offer_id and currency = c.currency and from_date <= priced_on(c, s) order by from_date desc limit 1)) as cost) v
  where p.id = c.product_id and p.fulfiller is not null and v.cost is not null;
end;

create function owe_vendors() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into payables select k.* from charged c cross join lateral payable_of(c) k;
  return null;
end $$;
create trigger owed after insert on charges referencing new table as charged for each statement execute function owe_vendors();

alter table ledger_entries drop constraint ledger_entries_account_check,
  add constraint ledger_entries_account_check check (account ~ '^(receivable|credit|revenue:.+|vat:.+|cash:.+|cost:.+|payable:.+)$');
create policy operators_own on ledger_entries as restrictive for select to app_tenant
  using (account not like 'cost:%' and account not like 'payable:%');

-- Costs belong to the month of what they were for, so they are posted with its document.
create function post_payables() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
  select i.reseller_id, i.id, e.account, e.amount, i.currency, i.id, i.issued_on, i.recorded_at
  from issued i
  cross join lateral (
    select vendor, sum(amount_minor) as amount from payables
    where reseller_id = i.reseller_id and due_on >= i.period_from and due_on < i.period_until and currency = i.currency
    group by vendor having sum(amount_minor) <> 0 offset 0) p
  cross join lateral (values ('cost:' || p.vendor, p.amount), ('payable:' || p.vendor, -p.amount)) e (account, amount);
  return null;
end $$;
create trigger posted after insert on invoices referencing new table as issued for each statement execute function post_payables();
