-- Who looks after some customers or products sees a quote only whole: its document, its link and its sums are of all its
-- orders. With the owner's rights, since the policies hide from the asking person just what this looks for.
create function app_sees_quote(quote uuid) returns boolean language sql stable security definer set search_path = public
begin atomic
  select not exists (
    select from quote_orders o
    where o.reseller_id = app_reseller() and o.quote_id = quote
      and not ((app_every_customer() or o.customer_id in (select app_own_customers()))
        and (app_every_product() or o.product_id in (select app_own_products())))
  );
end;
revoke execute on function app_sees_quote from public;
grant execute on function app_sees_quote to app_tenant, app_restricted;

create policy own_quotes on quotes as restrictive to app_restricted
  using (maker_membership_id = (select app_restricted_to()) and app_sees_quote(id));
create policy own_quotes on quote_orders as restrictive to app_restricted using (app_sees_quote(quote_id));
create policy own_quotes on quote_links as restrictive to app_restricted
  using (exists (select from quotes q where q.reseller_id = quote_links.reseller_id and q.id = quote_links.quote_id));
create policy own_quotes on quote_documents as restrictive to app_restricted
  using (exists (select from quotes q where q.reseller_id = quote_documents.reseller_id and q.id = quote_documents.quote_id));

-- Numbers count all quotes of the reseller, also those that whoever makes the next one does not see.
create function next_quote_number() returns int language sql stable security definer set search_path = public
begin atomic
  select coalesce(max(number), 0) + 1 from quotes where reseller_id = app_reseller();
end;
revoke execute on function next_quote_number from public;
grant execute on function next_quote_number to app_tenant, app_restricted;

-- What was done to a quote names it, and sometimes its products and customers.
drop policy own_products on activity;
create policy own_products on activity as restrictive for select to app_restricted
  using ((select app_every_product()) or object_kind not in ('service', 'order', 'subscription', 'quote')
    or exists (select from service_instances i where i.reseller_id = activity.reseller_id and i.id = activity.object_id)
    or exists (select from orders o where o.reseller_id = activity.reseller_id and o.id = activity.object_id)
    or exists (select from subscriptions s where s.reseller_id = activity.reseller_id and s.id = activity.object_id)
    or exists (select from quotes q where q.reseller_id = activity.reseller_id and q.id = activity.object_id));
