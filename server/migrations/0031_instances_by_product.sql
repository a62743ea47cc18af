-- Products that are sold once per reseller are looked for at all of its customers.
create index service_instances_of_product on service_instances (reseller_id, product_id);
