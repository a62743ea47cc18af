-- What was accepted and waits to be ordered is found without its reseller.
create index quote_orders_waiting on quote_orders (reseller_id, quote_id) where state = 'waiting';
