-- What a person is writing in a form, so that a session which ends meanwhile loses nothing.
create table drafts (
  reseller_id uuid not null,
  membership_id uuid not null,
  form text not null check (length(form) between 1 and 200),
  value text not null check (length(value) <= 60000),
  saved_at timestamptz not null,
  primary key (reseller_id, membership_id, form),
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id)
);
create index drafts_by_age on drafts (saved_at);
alter table drafts enable row level security;
create policy tenant on drafts to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on drafts to app_worker using (true) with check (true);
grant select, insert, update, delete on drafts to app_tenant;
grant select, delete on drafts to app_worker;
insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(310, 'Forms that they began', 'drafts', '(t.reseller_id, t.membership_id) in (select reseller_id, id from memberships where person_id = $1)', '{form,value,saved_at}', '{membership_id}', 'deleted', null, null);
