-- What the vendor's file bills of a month of Azure, charged: a row for each file, subscription, month of use and meter.

create table azure_charges (
  reseller_id uuid not null,
  charge_id uuid not null,
  subscription_id uuid not null,
  month date not null check (extract(day from month) = 1),
  meter text not null,
  invoice_id uuid not null references vendor_invoices (id),
  -- Exact, of which the charge is a rounded part of the month: what it costs us, and what the customer pays for it.
  cost numeric(24, 8) not null,
  price numeric(24, 8) not null,
  primary key (reseller_id, charge_id),
  foreign key (reseller_id, charge_id) references charges (reseller_id, id),
  foreign key (reseller_id, subscription_id) references azure_subscriptions (reseller_id, id)
);
-- A line of a file is charged once, whoever reads it again.
create unique index azure_charges_once on azure_charges (reseller_id, subscription_id, month, meter, invoice_id);
-- A file bills customers of all resellers.
create index azure_charges_of_invoice on azure_charges (invoice_id);
create trigger append_only before update or delete on azure_charges for each row execute function refuse_change();
alter table azure_charges enable row level security;
create policy tenant on azure_charges for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on azure_charges to app_worker using (true) with check (true);
-- Seen with its subscription, which both of its narrowing rules guard.
create policy own_products on azure_charges as restrictive to app_restricted
  using (exists (select from azure_subscriptions s where s.reseller_id = azure_charges.reseller_id and s.id = azure_charges.subscription_id));
grant select on azure_charges to app_tenant;
grant select, insert on azure_charges to app_worker;

-- The first day of which no file of its vendor has told yet what is billed.
alter table azure_subscriptions add column billed_until date;

create index vendor_invoice_lines_used on vendor_invoice_lines (invoice_id, vendor_ref) where charge = 'usage';

-- As before, except that what is owed for use of Azure stands in its vendor's file, which rounds a month of a meter down.
create or replace function owe_vendors() returns trigger language plpgsql security definer set search_path = public set enable_seqscan = off as $$
begin
  insert into payables
  select k.* from charged c cross join lateral payable_of(c) k
  where (c.kind <> 'refund' or not exists (select from credited_lines w where w.reseller_id = c.reseller_id and w.charge_id = c.id))
    and (c.measured is null or not exists (select from azure_charges a where a.reseller_id = c.reseller_id and a.charge_id = c.id))
  union all
  select c.reseller_id, c.id, i.vendor, c.due_on, c.unit_cost, trunc(a.cost * 100), c.currency
  from charged c
  join azure_charges a on a.reseller_id = c.reseller_id and a.charge_id = c.id
  join vendor_invoices i on i.id = a.invoice_id
  where c.measured is not null;
  return null;
end $$;

-- As before, except that a price which is known by the day is kept as it comes.
create or replace function note_sale() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.sale_minor is not null then return new; end if;
  -- What takes a charge back takes back what it was sold for.
  if new.corrects is not null then
    select round(c.sale_minor::numeric * new.amount_minor / c.amount_minor) into new.sale_minor
    from charges c where c.reseller_id = new.reseller_id and c.id = new.corrects and c.amount_minor <> 0;
    if found then return new; end if;
  end if;
  new.sale_minor := sale_of_charge(new.reseller_id, new.subscription_id, new.unit_cost, new.amount_minor, new.due_on);
  return new;
end $$;
