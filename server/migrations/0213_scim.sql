-- People provided by a company's directory (SCIM 2.0). Its token is the company's and not a person's, so that people go
-- on being provided and taken away when whoever made it has left.
create table scim_tokens (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  hash bytea not null,
  -- How the token begins, by which it is recognised.
  hint text not null,
  made_by text not null,
  made_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (reseller_id, id)
);
create unique index scim_tokens_by_hash on scim_tokens (hash);
create index scim_tokens_by_end on scim_tokens (least(expires_at, revoked_at));
alter table scim_tokens enable row level security;
create policy identity on scim_tokens to app_identity using (true) with check (true);
create policy worker on scim_tokens to app_worker using (true) with check (true);
grant select, insert, update on scim_tokens to app_identity;
grant select, delete on scim_tokens to app_worker;

-- What the directory calls a person, and whether it removed them: a membership stays for what refers to it.
create table scim_people (
  reseller_id uuid not null references resellers (id),
  membership_id uuid not null,
  external_id text,
  removed_at timestamptz,
  changed_at timestamptz not null,
  primary key (reseller_id, membership_id),
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id)
);
create unique index scim_people_by_external_id on scim_people (reseller_id, external_id) where external_id is not null;
alter table scim_people enable row level security;
create policy identity on scim_people to app_identity using (true) with check (true);
grant select, insert, update on scim_people to app_identity;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(57, 'Provisioning tokens they made', 'scim_tokens', 'without_names(t.made_by, $2) <> t.made_by and t.reseller_id in (select reseller_id from memberships where person_id = $1)', '{made_at,expires_at}', '{hash}', 'changed', '{"made_by": "without_names(made_by, $2)"}', null),
(58, 'How their company’s directory calls them', 'scim_people', '(t.reseller_id, t.membership_id) in (select reseller_id, id from memberships where person_id = $1)', '{external_id,changed_at}', '{membership_id}', 'deleted', null, null);
