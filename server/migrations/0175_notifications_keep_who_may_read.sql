-- Who may read a notification is asked again whenever it is read: whoever has lost the view it was sent for, or is
-- restricted to some customers since it was sent about none of them, has it no more.
alter table notifications
  add column view smallint,
  -- About no customer, and so only for people who see every customer.
  add column every_customer boolean not null default false;

update notifications n set
  view = case
    when category = 'Support' then 7
    when category = 'Agreements' then 11
    when category = 'Billing' and link like '/billing/%' then 5
    when category = 'Billing' then 12
    else 2 end,
  every_customer = category = 'Support' and customer_id is null and not exists (
    select from tickets t where t.reseller_id = n.reseller_id and t.opener_membership_id = n.membership_id
      and t.id = substring(n.link from '[0-9a-f]{8}-[0-9a-f-]{27}')::uuid);
alter table notifications alter column view set not null;

drop policy own_customers on notifications;
create policy own_customers on notifications as restrictive for select to app_restricted
  using ((customer_id is null and not every_customer) or (select app_every_customer()) or customer_id in (select app_own_customers()));
