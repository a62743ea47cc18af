-- What was ordered last of each product, and who has it.
create index orders_adding_product on orders (reseller_id, product_id, placed_at desc) where journey = 'Add';
create index subscriptions_of_product on subscriptions (reseller_id, product_id, sku) include (customer_id, quantity) where status <> 'cancelled';
