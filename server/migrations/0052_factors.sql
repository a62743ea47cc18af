-- Multi-factor authentication. Secrets are sealed (server/platform/secrets.ts); each lies in a row of its own id.
create table factors (
  person_id uuid primary key references people (id),
  id uuid not null unique,
  secret text not null,
  -- The 30-second step of the last code that was taken: a code works once.
  last_step int not null,
  enrolled_at timestamptz not null default clock_timestamp()
);
-- A secret handed out and not confirmed yet; one for each person, the newest.
create table factor_setups (
  person_id uuid primary key references people (id),
  id uuid not null unique,
  secret text not null,
  until timestamptz not null
);
-- SHA-256 is enough: a code has 128 random bits.
create table recovery_codes (
  person_id uuid not null references people (id),
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (person_id, code_hash)
);
grant select, insert, update, delete on factors, factor_setups, recovery_codes to app_identity;
grant select, delete on factor_setups to app_worker;

-- Who must set it up before they may come in: one person in one role, or everybody of a reseller.
alter table resellers add column mfa_required boolean not null default false;
alter table memberships add column mfa_required boolean not null default false;
grant update (mfa_required) on resellers to app_tenant;

-- When the person last proved, within the session, that it is them.
alter table sessions add column confirmed_at timestamptz;

-- Changes of a login are told in the log of the reseller it acts for.
drop policy if exists identity on activity;
create policy identity on activity for insert to app_identity with check (true);
grant insert on activity to app_identity;
