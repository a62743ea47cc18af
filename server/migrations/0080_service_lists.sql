-- Lists of a whole reseller's services: walked by their day, and counted by product and state from indexes alone.
create index service_instances_by_since on service_instances (reseller_id, since, id);
create index service_instances_by_product_and_status on service_instances (reseller_id, product_id, status);
drop index service_instances_of_product;
