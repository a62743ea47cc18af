-- Another value whenever what is sold, or its price, was written: what a process keeps of it holds while this stays the same.
create table catalogue_version (
  id boolean primary key default true check (id),
  version uuid not null default gen_random_uuid()
);
insert into catalogue_version default values;
grant select on catalogue_version to app_tenant, app_operator, app_worker;

create function renew_catalogue_version() returns trigger language plpgsql as $$
begin
  update catalogue_version set version = gen_random_uuid();
  return null;
end $$;
create trigger renew_version after insert or update or delete or truncate on products for each statement execute function renew_catalogue_version();
create trigger renew_version after insert or update or delete or truncate on policies for each statement execute function renew_catalogue_version();
create trigger renew_version after insert or update or delete or truncate on offers for each statement execute function renew_catalogue_version();
create trigger renew_version after insert or update or delete or truncate on price_lists for each statement execute function renew_catalogue_version();
create trigger renew_version after insert or update or delete or truncate on prices for each statement execute function renew_catalogue_version();
