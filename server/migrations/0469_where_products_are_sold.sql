-- Areas of postcodes in which a product's vendor does not sell it.
alter table products add column not_sold_in text[] not null default '{}';
