-- What a customer can have once only, because its vendor has one of it: a second would be another name for the same.
alter table offers add column once_per_customer boolean not null default false;
