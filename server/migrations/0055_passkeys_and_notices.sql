-- Passkeys. The private half never leaves its device; a passkey is good at one host only (`rp_id`).
create table passkeys (
  id uuid primary key default uuidv7(),
  person_id uuid not null references people (id),
  rp_id text not null,
  -- As the browser writes it, base64url.
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  -- How often its device says it was used; 0 of those that do not count.
  counter bigint not null,
  transports text[] not null default '{}',
  backed_up boolean not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
create index passkeys_of_person on passkeys (person_id, id);

-- What a passkey has to sign: for one purpose, of one person and session where they are known, once, for a few minutes.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('add', 'confirm', 'secondFactor', 'signIn')),
  person_id uuid references people (id),
  session_id uuid,
  origin text not null,
  until timestamptz not null
);
create index passkey_challenges_by_end on passkey_challenges (until);
grant select, insert, update, delete on passkeys, passkey_challenges to app_identity;
grant select, delete on passkey_challenges to app_worker;

alter table sessions drop constraint sessions_way_check;
alter table sessions add constraint sessions_way_check check (way in ('password', 'sysops', 'sso', 'aad', 'passkey'));
-- When the person last showed, in this session, more than a password.
alter table sessions add column second_factor_at timestamptz;

-- Browsers a person has signed in with, each known by a cookie of 256 random bits.
create table known_devices (
  person_id uuid not null references people (id),
  device_hash bytea not null check (length(device_hash) = 32),
  first_seen_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  primary key (person_id, device_hash)
);
create index known_devices_by_age on known_devices (last_seen_at);
grant select, insert, update on known_devices to app_identity;
grant select, delete on known_devices to app_worker;
