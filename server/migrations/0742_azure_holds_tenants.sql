-- Who releases a tenant sees whether Azure is still used or billed in it.
create policy operator on azure_subscriptions for select to app_operator using (true);
create policy operator on azure_spend for select to app_operator using (true);
grant select on azure_subscriptions, azure_spend to app_operator;

-- Azure's numbers are compared as the vendor's files write them.
update azure_subscriptions a set vendor_ref = lower(vendor_ref)
where fulfiller = 'microsoft' and vendor_ref <> lower(vendor_ref) and not exists (
  select from azure_subscriptions b
  where b.reseller_id = a.reseller_id and b.customer_id = a.customer_id and b.fulfiller = a.fulfiller and lower(b.vendor_ref) = lower(a.vendor_ref)
    and b.id <> a.id and (b.vendor_ref = lower(b.vendor_ref) or b.id < a.id));
