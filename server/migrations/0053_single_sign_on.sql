-- Whom an identity at a provider stands for. Its names and mail addresses are never looked at: only these three say who it is.
create table linked_identities (
  provider text not null check (provider in ('sso', 'aad')),
  -- The issuer of its tokens; with Microsoft the id of the tenant.
  issuer text not null,
  -- `sub`; with Microsoft `oid`.
  subject text not null,
  person_id uuid not null references people (id),
  created_at timestamptz not null default clock_timestamp(),
  primary key (provider, issuer, subject)
);
create index linked_identities_of_person on linked_identities (person_id);
grant select, insert, delete on linked_identities to app_identity;

-- Mail domains whose people sign in at the provider, linked or not.
create table sso_domains (
  domain text primary key check (domain = lower(domain))
);
grant select, insert, delete on sso_domains to app_identity;

-- One sign-in at a provider: begun, come back from with a ticket, used. Secrets are kept as hashes only.
create table sso_transactions (
  id uuid primary key default uuidv7(),
  provider text not null check (provider in ('sso', 'aad')),
  state_hash bytea not null unique,
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  return_to text,
  expires_at timestamptz not null,
  returned_at timestamptz,
  ticket_hash bytea unique,
  ticket_expires_at timestamptz,
  attempts int not null default 0,
  used_at timestamptz,
  issuer text,
  subject text,
  org_id text,
  use_se boolean not null default false,
  id_token text
);
create index sso_transactions_by_end on sso_transactions (expires_at);
grant select, insert, update, delete on sso_transactions to app_identity;

-- What the provider said of the person: kept with the session for its own token and for signing out there.
alter table sessions add column use_se boolean not null default false;
alter table sessions add column id_token text;
