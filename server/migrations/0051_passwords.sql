-- Who must choose a new password before signing in again.
alter table people add column reset_required boolean not null default false;

-- Passwords somebody had before, newest last; kept so that they do not come back.
create table password_history (
  person_id uuid not null references people (id),
  id uuid not null default uuidv7(),
  hash text not null,
  primary key (person_id, id)
);
grant select, insert, delete on password_history to app_identity;

-- Keys that let a password be changed once: mailed ones instead of the present password, those of sign-in beside it.
-- Only their SHA-256 is kept.
create table password_keys (
  hash bytea primary key,
  person_id uuid not null references people (id),
  purpose text not null check (purpose in ('mail', 'signIn')),
  expires_at timestamptz not null
);
create index password_keys_of_person on password_keys (person_id);
grant select, insert, delete on password_keys to app_identity;
grant select, delete on password_keys to app_worker;

-- Somebody may ask for a reset by e-mail address. Not led by the reseller: whose person it is, is not known yet.
create index memberships_by_email on memberships (lower(email));

-- Changes of passwords are told in the activity log of their reseller.
create policy identity on activity for insert to app_identity with check (true);
grant insert on activity to app_identity;
