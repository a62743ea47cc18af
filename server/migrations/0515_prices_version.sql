-- An import of prices is compared with prices and with what they are for: what is said of products does not make it stale.
alter table catalogue_version add column prices_version uuid not null default gen_random_uuid();
create function renew_prices_version() returns trigger language plpgsql as $$
begin
  update catalogue_version set prices_version = gen_random_uuid();
  return null;
end $$;
create trigger renew_prices_version after insert or update or delete or truncate on price_lists for each statement execute function renew_prices_version();
create trigger renew_prices_version after insert or update or delete or truncate on prices for each statement execute function renew_prices_version();
create trigger renew_prices_version after insert or update of id, sku, term, billing or delete or truncate on offers for each statement execute function renew_prices_version();
do $$
declare changed regprocedure;
begin
  foreach changed in array array['compare_prices(uuid)'::regprocedure, 'commit_prices(uuid, date, timestamptz)'::regprocedure] loop
    execute replace(pg_get_functiondef(changed), 'select version from catalogue_version', 'select prices_version from catalogue_version');
  end loop;
end $$;
