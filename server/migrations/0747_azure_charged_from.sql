-- The first day whose use is charged: what files billed before it was read before use of Azure was charged here, and is not
-- charged any more.
alter table azure_subscriptions add column charged_from date;
update azure_subscriptions a set charged_from = b.until from (
  select i.vendor, l.vendor_ref, max(i.period_until) as until
  from vendor_invoices i join vendor_invoice_lines l on l.invoice_id = i.id and l.charge = 'usage'
  where not exists (select from azure_charges c where c.invoice_id = i.id) group by 1, 2) b
where b.vendor = a.fulfiller and b.vendor_ref = a.vendor_ref;
