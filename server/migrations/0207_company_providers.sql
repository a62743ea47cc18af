-- A company's own identity provider (OpenID Connect): it speaks for the company's people, by mail domains that the
-- company proved are its own, and for nobody else's.
create table company_providers (
  reseller_id uuid primary key references resellers (id),
  id uuid not null default uuidv7(),
  issuer text not null,
  client_id text not null,
  -- Sealed.
  client_secret text not null,
  -- Whether people unknown here are added when they first sign in, and with which role.
  adds_people boolean not null default false,
  role text not null check (role in ('finance', 'sales', 'technical', 'readOnly')),
  -- When somebody last came back from it with these settings.
  tested_at timestamptz,
  is_on boolean not null default false,
  -- Who may go on signing in by password, so that a broken provider can be switched off.
  set_up_by uuid not null references people (id),
  changed_by text not null,
  changed_at timestamptz not null,
  check (not is_on or tested_at is not null)
);
alter table company_providers enable row level security;
create policy identity on company_providers to app_identity using (true) with check (true);
grant select, insert, update, delete on company_providers to app_identity;

create table company_provider_domains (
  reseller_id uuid not null references resellers (id),
  domain text not null check (domain = lower(domain)),
  -- What the company publishes in the domain's DNS.
  record text not null,
  asked_at timestamptz not null,
  proven_at timestamptz,
  -- The member of staff who approved it without a record.
  approved_by text,
  primary key (reseller_id, domain)
);
-- Across resellers: of two who ask for a domain, one proves it.
create unique index company_provider_domains_once on company_provider_domains (domain) where proven_at is not null;
create index company_provider_domains_waiting on company_provider_domains (asked_at) where proven_at is null;
alter table company_provider_domains enable row level security;
create policy identity on company_provider_domains to app_identity using (true) with check (true);
grant select, insert, update, delete on company_provider_domains to app_identity;

-- Who somebody is at their company's provider. Kept apart from `linked_identities`: another company may name the same
-- issuer, and must not thereby speak for this one's people.
create table company_identities (
  reseller_id uuid not null references resellers (id),
  issuer text not null,
  subject text not null,
  person_id uuid not null references people (id),
  created_at timestamptz not null default clock_timestamp(),
  primary key (reseller_id, issuer, subject),
  unique (reseller_id, person_id, issuer)
);
alter table company_identities enable row level security;
create policy identity on company_identities to app_identity using (true) with check (true);
grant select, insert, delete on company_identities to app_identity;

-- Set if the company's provider is asked and not the marketplace's; with what it says of the person.
alter table sso_transactions
  add column company_id uuid references resellers (id),
  add column tests boolean not null default false,
  add column email text,
  add column first_name text,
  add column last_name text;
-- A session that a company's provider opened stays in the company.
alter table sessions add column company_id uuid references resellers (id);

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(39, 'Accounts at their company’s provider', 'company_identities', 't.person_id = $1', '{issuer,subject,created_at}', '{person_id}', 'deleted', null, null),
(54, 'Identity providers they set up', 'company_providers', 't.set_up_by = $1', '{issuer,changed_at}', '{set_up_by}', 'changed', '{"changed_by": "without_names(changed_by, $2)"}', null),
(55, 'Domains they approved', 'company_provider_domains', 'without_names(t.approved_by, $2) <> t.approved_by and exists (select from operators where person_id = $1)', '{domain,proven_at}', '{}', 'changed', '{"approved_by": "without_names(approved_by, $2)"}', null),
(56, 'Tenants they asked for', 'tenant_requests', 'without_names(t.requested_by, $2) <> t.requested_by and t.reseller_id in (select reseller_id from memberships where person_id = $1)', '{fulfiller,state,created_at}', '{}', 'changed', '{"requested_by": "without_names(requested_by, $2)"}', null);
update personal_data set others = others || '{email,first_name,last_name}' where position = 201;
