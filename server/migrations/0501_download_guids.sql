-- What a download is asked for with: good once, within a minute, for whoever asked for it.
create table download_guids (
  reseller_id uuid not null references resellers (id),
  guid uuid not null default gen_random_uuid(),
  membership_id uuid not null,
  download_id text not null,
  -- In real time.
  created_at timestamptz not null default clock_timestamp(),
  primary key (reseller_id, guid)
);
-- Removed for all resellers at once.
create index download_guids_by_age on download_guids (created_at);
alter table download_guids enable row level security;
create policy tenant on download_guids to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on download_guids to app_worker using (true) with check (true);
grant select, insert, delete on download_guids to app_tenant;
grant select, delete on download_guids to app_worker;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(208, 'Downloads they begin', 'download_guids', '(t.reseller_id, t.membership_id) in (select reseller_id, id from memberships where person_id = $1)', '{download_id,created_at}', '{membership_id}', 'deleted', null, null);
