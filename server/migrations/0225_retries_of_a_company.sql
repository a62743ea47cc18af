-- Counts the orders that a company tried again within a minute.
create index orders_retried on orders (reseller_id, retried_at) where retried_at is not null;
