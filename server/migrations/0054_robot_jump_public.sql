-- Solutions of the robot check that were used: each lets one attempt through, once. They outlive their challenge, no more.
create table used_robot_solutions (
  nonce text primary key,
  expires_at timestamptz not null
);
grant select, insert on used_robot_solutions to app_identity;
grant select, delete on used_robot_solutions to app_worker;

-- Attempts whose details turned out wrong; `count` also holds those still being looked at.
alter table sign_in_attempts add column failed int not null default 0;

-- The member of the operator's staff who acts in a session that an admin jump opened.
alter table sessions add column act_person_id uuid references operators (person_id);
alter table sessions add check ((way = 'sysops') = (act_person_id is not null));

-- The operator's search for a person, over all resellers.
create index people_by_words on people using gin (lower(user_name) gin_trgm_ops);
create index memberships_by_words on memberships using gin (lower(first_name || ' ' || last_name) gin_trgm_ops);

-- Companies that ask to become a reseller, before there is one.
create table partner_applications (
  id uuid primary key default uuidv7(),
  company_name text not null,
  contact_name text not null,
  email text not null,
  telephone text not null,
  country text not null check (country in ('GB', 'IE')),
  vat_number text,
  message text,
  status text not null default 'Waiting' check (status in ('Waiting', 'Accepted', 'Declined')),
  note text,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null
);
create index partner_applications_by_status on partner_applications (status, id);
grant insert on partner_applications to app_identity;
grant select, update on partner_applications to app_operator;

-- Mail held back as spam. Who follows the link of its notice releases it; the link's user part is a secret of 128 bits.
create table quarantined_messages (
  message_id text not null check (length(message_id) between 1 and 200),
  user_key_hash bytea not null,
  subject text not null,
  released_at timestamptz,
  primary key (message_id, user_key_hash)
);
grant select, insert, update (released_at) on quarantined_messages to app_identity;

-- Links that confirm access to a mail archive, good until they expire, however often they are followed.
create table archive_access_links (
  access_type text not null check (length(access_type) between 1 and 50),
  token_hash bytea not null,
  expires_at timestamptz not null,
  verified_at timestamptz,
  primary key (access_type, token_hash)
);
grant select, insert, update (verified_at) on archive_access_links to app_identity;
