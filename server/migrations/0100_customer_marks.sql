-- A page of the customers' list is read in its order where only those of one mark are asked for.
create index customers_suspended_by_name on customers (reseller_id, name, id) where status = 'Suspended';
create index customers_without_services_by_name on customers (reseller_id, name, id) where service_count = 0;
create index customers_by_type on customers (reseller_id, organisation_type, name, id);
