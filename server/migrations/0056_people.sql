-- Somebody asked to join a company. Their login and membership are made when they follow the mailed link, not before.
create table invitations (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid,
  -- The application it answers; null for a colleague's invitation.
  application_id uuid references partner_applications (id),
  kind text not null check (kind in ('reseller', 'engineer', 'endUserAdmin', 'endUser')),
  first_name text not null,
  last_name text not null,
  -- Becomes the user name.
  email text not null check (length(email) between 3 and 100),
  views smallint[] not null,
  permissions text[] not null,
  can_agree boolean not null,
  invited_by text not null,
  -- SHA-256 of the mailed key; a new one takes the place of the one before.
  key_hash bytea check (length(key_hash) = 32),
  sent_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  check ((kind in ('endUserAdmin', 'endUser')) = (customer_id is not null)),
  check (key_hash is null or (accepted_at is null and withdrawn_at is null))
);
-- Neither is led by the reseller: a link does not say whose it is, and an application is the operator's.
create unique index invitations_by_key on invitations (key_hash);
create unique index invitations_of_application on invitations (application_id);
create unique index invitations_open_once on invitations (reseller_id, lower(email))
  where accepted_at is null and withdrawn_at is null;
alter table invitations enable row level security;
create policy tenant on invitations to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy identity on invitations to app_identity using (true) with check (true);
create policy operator on invitations to app_operator using (true) with check (true);
grant select on invitations to app_tenant;
grant select, insert, update on invitations to app_identity, app_operator;

-- What lists of people are sorted by. Milliseconds, so that the key of a page finds its row again.
alter table memberships add column name text not null generated always as (trim(first_name || ' ' || last_name)) stored;
alter table memberships add column last_signed_in_at timestamptz(3);
create index memberships_by_name on memberships (reseller_id, name, id);
create index memberships_by_sign_in on memberships (reseller_id, coalesce(last_signed_in_at, '-infinity'), id);
create index memberships_of_customer_by_name on memberships (reseller_id, customer_id, name, id);

-- Visits of staff are not the person's own.
create function note_sign_in() returns trigger language plpgsql as $$
begin
  update memberships set last_signed_in_at = new.created_at where reseller_id = new.reseller_id and id = new.membership_id;
  return null;
end $$;
create trigger note_sign_in after insert on sessions for each row
  when (new.membership_id is not null and new.way <> 'sysops') execute function note_sign_in();
update memberships m set last_signed_in_at = s.at
from (select reseller_id, membership_id, max(created_at) as at from sessions where way <> 'sysops' group by 1, 2) s
where m.reseller_id = s.reseller_id and m.id = s.membership_id;

-- Links of single sign-on are taken away one by one; a domain is a company's.
alter table linked_identities add column id uuid not null unique default uuidv7();
alter table sso_domains add column reseller_id uuid references resellers (id);
alter table sso_domains add column created_at timestamptz not null default clock_timestamp();
create index sso_domains_of_reseller on sso_domains (reseller_id);
