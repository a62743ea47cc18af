-- What the marketplace's processes must agree on: the first one to start writes it, the others compare. Of keys only what
-- they make of a known text is kept, which does not lead back to them.
create table kept_settings (
  setting text not null,
  version text not null default '',
  value text not null,
  primary key (setting, version)
);
grant select, insert on kept_settings to app_identity, app_worker;
grant delete on kept_settings to app_identity;

-- A process that starts compares them with those it knows.
grant select on schema_migrations to app_identity, app_worker;
