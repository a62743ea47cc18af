-- Which charge in the PSA came of a write, so that it is noticed when somebody removes it there.
alter table psa_writes add column charge_ref text check (charge_ref is null or kind = 'charge');
grant update (charge_ref) on psa_writes to app_worker;
