-- What a vendor was last seen to have of what nobody ordered here: its dates, windows and the number of its offer.
alter table differences add column facts jsonb;

-- The operator's staff bring it into the book of the customer whose tenant it stands in, at that customer's prices.
drop policy operator on service_instances;
create policy operator on service_instances to app_operator using (true) with check (true);
drop policy operator on subscriptions;
create policy operator on subscriptions to app_operator using (true) with check (true);
create policy operator on subscription_history for insert to app_operator with check (true);
create policy operator on charges for insert to app_operator with check (true);
create policy operator on price_rules for select to app_operator using (true);
create policy operator on price_group_customers for select to app_operator using (true);
grant insert on service_instances, subscriptions, subscription_history, charges to app_operator;
grant select (id, sku) on subscriptions to app_operator;
grant update (vendor_ref) on subscriptions to app_operator;
grant select on price_rules, price_group_customers to app_operator;
grant update (billed_until) on billing_state to app_operator;
