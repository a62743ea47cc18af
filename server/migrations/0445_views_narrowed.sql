-- What a vendor was seen to have is seen with its subscription.
create policy own_products on vendor_views as restrictive for select to app_restricted
  using (exists (select from subscriptions s where s.reseller_id = vendor_views.reseller_id and s.id = vendor_views.subscription_id));
-- What came from another partner can be of any product.
create policy every_product on transfer_lines as restrictive to app_restricted using ((select app_every_product()));
