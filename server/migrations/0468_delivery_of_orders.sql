-- How the goods of an order are delivered, at the price of its day; null where they are collected.
alter table orders add column delivery jsonb;
