-- What a company asks of its own people's sessions: from where, for how long, by which way in. They only tighten what
-- holds for everybody; without a row nothing more is asked.
create table sign_in_rules (
  reseller_id uuid primary key references resellers (id),
  -- Whether people and programs may come from the listed addresses only: [{"Address": "192.0.2.0/24", "Label": "Office"}].
  only_listed boolean not null default false,
  listed jsonb not null default '[]',
  idle_minutes int check (idle_minutes between 15 and 60),
  life_hours int check (life_hours between 1 and 12),
  sso_only boolean not null default false,
  most_sessions int check (most_sessions between 1 and 20),
  version int not null default 0,
  changed_at timestamptz not null
);
alter table sign_in_rules enable row level security;
create policy tenant on sign_in_rules to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy whole_company on sign_in_rules as restrictive to app_restricted using (false);
create policy identity on sign_in_rules for select to app_identity using (true);
create policy operator on sign_in_rules to app_operator using (true) with check (true);
grant select, insert, update on sign_in_rules to app_tenant;
grant select on sign_in_rules to app_identity;
grant select, update on sign_in_rules to app_operator;

-- A session that goes on in another company begins when the person signed in, or rules of how long sessions last would
-- begin anew there. The company was used now.
create or replace function note_sign_in() returns trigger language plpgsql as $$
begin
  update memberships set last_signed_in_at = new.last_seen_at where reseller_id = new.reseller_id and id = new.membership_id;
  return null;
end $$;
