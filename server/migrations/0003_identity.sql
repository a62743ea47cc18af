-- One login per person; memberships say for whom a person acts. People and sessions belong to no reseller.
create table people (
  id uuid primary key default uuidv7(),
  user_name text not null check (length(user_name) between 1 and 100),
  password_hash text,
  status text not null default 'Active' check (status in ('Active', 'Suspended')),
  created_at timestamptz not null default clock_timestamp()
);
create unique index people_user_name on people (lower(user_name));
grant select, insert, update on people to app_identity;

-- The operator's own staff.
create table operators (
  person_id uuid primary key references people (id),
  display_name text not null,
  email text not null
);
grant select, insert on operators to app_identity;

create table memberships (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  person_id uuid not null references people (id),
  kind text not null check (kind in ('reseller', 'engineer', 'endUserAdmin', 'endUser')),
  customer_id uuid,
  first_name text not null,
  last_name text not null,
  email text not null,
  telephone text,
  job_title text,
  -- Numbers of views and names of permissions this person holds (ACL-01).
  views smallint[] not null default '{}',
  permissions text[] not null default '{}',
  can_agree boolean not null default false,
  status text not null default 'Active' check (status in ('Active', 'Suspended')),
  created_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  check ((kind in ('endUserAdmin', 'endUser')) = (customer_id is not null))
);
create unique index memberships_once on memberships (reseller_id, person_id, customer_id) nulls not distinct;
create index memberships_of_customer on memberships (reseller_id, customer_id, last_name, first_name, id);
create index memberships_of_person on memberships (person_id);
alter table memberships enable row level security;
create policy tenant on memberships to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy identity on memberships to app_identity using (true) with check (true);
create policy operator on memberships for select to app_operator using (true);
create policy worker on memberships for select to app_worker using (true);
grant select, insert, update on memberships to app_tenant, app_identity;
grant select on memberships to app_operator, app_worker;

create function count_customer_users() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op <> 'INSERT' and old.customer_id is not null then
    update customers set user_count = user_count - 1 where reseller_id = old.reseller_id and id = old.customer_id;
  end if;
  if tg_op <> 'DELETE' and new.customer_id is not null then
    update customers set user_count = user_count + 1 where reseller_id = new.reseller_id and id = new.customer_id;
  end if;
  return null;
end $$;
create trigger count_users after insert or delete or update of customer_id on memberships for each row execute function count_customer_users();

-- A signed-in browser. The refresh token is session id, counter and a MAC of both; nothing secret is stored.
create table sessions (
  id uuid primary key default uuidv7(),
  person_id uuid not null references people (id),
  reseller_id uuid,
  membership_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_why text,
  refresh_counter int not null default 0,
  rotated_at timestamptz,
  ip text,
  user_agent text,
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id)
);
create index sessions_of_person on sessions (person_id);
grant select, insert, update on sessions to app_identity;
