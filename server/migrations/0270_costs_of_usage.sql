-- What a vendor asks for a unit is the operator's own cost: no reseller's session reads it.
revoke select on metered_usage from app_tenant;
grant select (reseller_id, id, customer_id, product_id, subscription_id, meter, day, quantity, source, line, recorded_at) on metered_usage to app_tenant;
