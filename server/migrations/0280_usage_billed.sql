-- What a month's use costs, charged from the vendor's report of that month: once for each subscription and meter, and again
-- for what a later report changes.

-- What a meter counted need not be a whole number: then `quantity` is none, and this is exact.
alter table charges add column measured numeric(20, 8),
  drop constraint charges_kind_check,
  add constraint charges_kind_check check (kind in ('recurring', 'prorated', 'refund', 'once', 'usage')) not valid;
alter table invoice_lines add column measured numeric(20, 8),
  drop constraint invoice_lines_kind_check,
  add constraint invoice_lines_kind_check check (kind in ('recurring', 'prorated', 'refund', 'once', 'usage')) not valid;

-- The reports of vendors that are read now, and when those were made that were read last: an older one tells nothing new.
create table vendor_usage_reports (
  id uuid primary key default uuidv7(),
  vendor text not null references vendors (id),
  month date not null check (extract(day from month) = 1),
  generated_at timestamptz not null,
  -- Null until all its lines are read and charged.
  read_at timestamptz,
  -- Until when nobody but its reader takes it, in real time.
  taken_until timestamptz not null
);
create unique index vendor_usage_reports_read_by_one on vendor_usage_reports (vendor, month) where read_at is null;
create index vendor_usage_reports_of_month on vendor_usage_reports (vendor, month, generated_at);
grant select, insert, update, delete on vendor_usage_reports to app_worker;
grant select on vendor_usage_reports to app_operator;

create table vendor_usage_lines (
  report_id uuid not null references vendor_usage_reports (id) on delete cascade,
  position int not null,
  vendor_ref text not null,
  meter text not null,
  quantity numeric(20, 8) not null,
  primary key (report_id, position)
);
grant select, insert, delete on vendor_usage_lines to app_worker;
grant select on vendor_usage_lines to app_operator;

-- A row for each report that tells another figure than the one before, never edited.
create table usage_months (
  reseller_id uuid not null references resellers (id),
  customer_id uuid not null,
  product_id text not null references products (id),
  subscription_id uuid not null,
  meter text not null,
  month date not null check (extract(day from month) = 1),
  revision int not null check (revision > 0),
  used numeric(20, 8) not null,
  -- What its licences had paid for.
  included numeric(20, 8) not null,
  unit_cost numeric(20, 8) not null,
  -- What all of the month costs by this figure.
  amount_minor bigint not null,
  currency text not null check (currency in ('GBP', 'EUR')),
  policy_id text not null references policies (id),
  -- What it changes of the figure before; null if it changes nothing that is charged.
  charge_id uuid,
  reported_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (reseller_id, subscription_id, meter, month, revision),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id),
  foreign key (reseller_id, charge_id) references charges (reseller_id, id)
);
create index usage_months_of_customer on usage_months (reseller_id, customer_id);
create unique index usage_months_charged_once on usage_months (reseller_id, charge_id);
create trigger append_only before update or delete on usage_months for each row execute function refuse_change();
alter table usage_months enable row level security;
create policy tenant on usage_months for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on usage_months to app_worker using (true) with check (true);
create policy operator on usage_months for select to app_operator using (true);
create policy own_customers on usage_months as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on usage_months as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select on usage_months to app_tenant, app_operator;
grant select, insert on usage_months to app_worker;

-- What its vendor asks for what a meter counted is worked out for the month as a whole, so that a correction owes the
-- difference to the penny. Everything else as before.
create or replace function payable_of(c charges) returns setof payables language sql stable
begin atomic
  select c.reseller_id, c.id, v.fulfiller, c.due_on, v.cost,
    case when c.measured is null then vendor_amount(c.amount_minor, c.quantity, c.unit_cost, v.cost) else (
      select round(sum(m.measured) * v.cost * 100) - coalesce(sum(k.amount_minor), 0)
      from charges m left join payables k on k.reseller_id = m.reseller_id and k.charge_id = m.id
      where m.reseller_id = c.reseller_id and (m.id = coalesce(c.corrects, c.id) or m.corrects = coalesce(c.corrects, c.id))
    ) end, c.currency
  from (
    select p.fulfiller, coalesce(case when c.corrects is not null then (
      select unit_cost from payables where reseller_id = c.reseller_id and charge_id = c.corrects) end, (
      select cost from vendor_prices
      where offer_id = c.offer_id and currency = c.currency and from_date <= case
        when c.measured is not null then c.period_from
        -- Prices are protected until the term ends, and without one until the period does.
        when s.id is null or s.term_until <= c.period_from then c.period_from
        when s.term_until is null then case when c.period_from < s.period_until then least(c.period_from, s.period_from) else c.period_from end
        -- Units that came by an upgrade have the price of that day.
        when s.term_from <= c.period_from then greatest(s.term_from, (
          select max((h.effective_at at time zone 'UTC')::date) from subscription_history h
          where h.reseller_id = s.reseller_id and h.subscription_id = s.id and h.kind in ('started', 'converted')
            and (h.effective_at at time zone 'UTC')::date <= c.period_from))
        else coalesce((
          select (h.data ->> 'termFrom')::date from subscription_history h
          where h.reseller_id = s.reseller_id and h.subscription_id = s.id and h.kind in ('started', 'renewed')
            and (h.data ->> 'termFrom')::date <= c.period_from
          order by h.data ->> 'termFrom' desc limit 1), c.period_from)
        end
      order by from_date desc limit 1)) as cost
    from products p
    left join subscriptions s on s.reseller_id = c.reseller_id and s.id = c.subscription_id
    where p.id = c.product_id and p.fulfiller is not null
    offset 0
  ) v
  where v.cost is not null;
end;
