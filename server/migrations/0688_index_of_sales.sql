-- For sums by day with what was sold. Apart, so that charges are read while it is built.
create index charges_by_day_and_sale on charges (reseller_id, due_on) include (amount_minor, sale_minor, customer_id, product_id);
drop index charges_by_day_and_what;
