-- Who looks after some products reads nothing that was done about others: a difference and a wish are of one product, and
-- what comes from another partner can be of any.
drop policy own_products on activity;
create policy own_products on activity as restrictive for select to app_restricted
  using ((select app_every_product()) or object_kind not in ('service', 'order', 'subscription', 'quote', 'difference', 'intent', 'transfer')
    or exists (select from service_instances i where i.reseller_id = activity.reseller_id and i.id = activity.object_id)
    or exists (select from orders o where o.reseller_id = activity.reseller_id and o.id = activity.object_id)
    or exists (select from subscriptions s where s.reseller_id = activity.reseller_id and s.id = activity.object_id)
    or exists (select from quotes q where q.reseller_id = activity.reseller_id and q.id = activity.object_id)
    or exists (select from differences d where d.reseller_id = activity.reseller_id and d.id = activity.object_id)
    or exists (select from intents n where n.reseller_id = activity.reseller_id and n.id = activity.object_id));

-- About any product, and so only for people who see every product.
alter table notifications add column every_product boolean not null default false;
drop policy own_products on notifications;
create policy own_products on notifications as restrictive for select to app_restricted
  using ((product_id is null and not every_product) or (select app_every_product()) or product_id in (select app_own_products()));
