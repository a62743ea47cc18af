-- What one of a line is to cost in the PSA, where that is to be written with its quantity, and what it was known to cost.
alter table psa_writes
  add column seen_price numeric(14, 4),
  add column target_price numeric(14, 4) check (target_price is null or kind = 'quantity'),
  add column after_price numeric(14, 4),
  add constraint psa_writes_price_seen check ((seen_price is not null) = (target_price is not null));
grant update (after_price) on psa_writes to app_worker;
