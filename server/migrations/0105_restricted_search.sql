-- Searches of restricted people use indexes as everybody's do. Who looks after every customer, and is restricted to products
-- alone, reads the view of everybody; the others read one that starts from the customers that are theirs.
grant execute on function app_every_customer to app_tenant;
create or replace function app_searching_reseller() returns uuid language sql stable parallel safe
  return case when current_user <> 'app_restricted' or app_every_customer() then app_reseller() end;

create view own_customer_search as select * from customers where reseller_id = (select app_reseller())
  and id in (select customer_id from membership_customers
    where reseller_id = (select app_reseller()) and membership_id = (select app_restricted_to()));
grant select on own_customer_search to app_tenant;
