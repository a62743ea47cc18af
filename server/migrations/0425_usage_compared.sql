-- What vendors bill and report of metered use is compared, too: by subscription, meter and month.
-- Only grows: quantities and prices get more places before and after the point.

-- A report is a vendor's own figures of a month by which it bills, without its prices: its sums are at ours.
alter table vendor_invoices add column source text not null default 'invoice' check (source in ('invoice', 'report')),
  -- Why it could not be read when that was tried last.
  add column trouble text;

alter table vendor_invoice_lines add column meter text not null default '',
  -- The amount in major units, where the vendor bills parts of a penny and rounds their sum.
  add column exact_amount numeric(24, 8),
  -- What is metered need not be whole, and is counted finely.
  alter column quantity type numeric(24, 8),
  alter column unit_price type numeric(24, 8),
  drop constraint vendor_invoice_lines_charge_check,
  add constraint vendor_invoice_lines_charge_check check (charge in ('period', 'added', 'returned', 'other', 'usage')) not valid;

alter table vendor_bill_differences add column meter text not null default '',
  alter column ours_quantity type numeric(24, 8),
  alter column theirs_quantity type numeric(24, 8),
  drop constraint vendor_bill_differences_charge_check,
  add constraint vendor_bill_differences_charge_check check (charge in ('period', 'added', 'returned', 'other', 'usage')) not valid,
  drop constraint vendor_bill_differences_kind_check,
  add constraint vendor_bill_differences_kind_check
    check (kind in ('notOurs', 'notTheirs', 'quantity', 'price', 'days', 'rounding', 'ended', 'began', 'waiting')) not valid;
drop index vendor_bill_differences_left_out;
create unique index vendor_bill_differences_left_out on vendor_bill_differences (subscription_id, charge, period_until, meter, invoice_id)
  where kind = 'notTheirs';
-- Each meter and month differs once on a document, which a later report changes.
create unique index vendor_bill_differences_of_use on vendor_bill_differences (invoice_id, vendor_ref, meter, period_until) where charge = 'usage';

grant insert, update on vendor_invoices to app_worker;
