-- Keys for programs. A token acts for the membership that made it, within its scopes, and is stored as a hash. The
-- operator's own have the nil reseller and no membership.
create table api_tokens (
  reseller_id uuid not null,
  id uuid not null default uuidv7(),
  person_id uuid not null references people (id),
  membership_id uuid,
  made_by text not null,
  name text not null check (name <> ''),
  scopes text[] not null check (cardinality(scopes) > 0),
  hash bytea not null,
  -- The first letters of the secret, by which people tell tokens apart.
  hint text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by text,
  -- Written at most every few minutes.
  last_used_at timestamptz,
  -- The networks it was used from, the latest last.
  used_from text[] not null default '{}',
  primary key (reseller_id, id),
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id),
  check ((membership_id is null) = (reseller_id = '00000000-0000-0000-0000-000000000000'))
);
-- Across resellers: a token is looked up before its company is known.
create unique index api_tokens_by_hash on api_tokens (hash);
create index api_tokens_by_end on api_tokens (least(expires_at, revoked_at));
alter table api_tokens enable row level security;
create policy tenant on api_tokens to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy whole_company on api_tokens as restrictive to app_restricted using (false);
create policy identity on api_tokens to app_identity using (true) with check (true);
create policy operator on api_tokens to app_operator
  using (reseller_id = '00000000-0000-0000-0000-000000000000') with check (reseller_id = '00000000-0000-0000-0000-000000000000');
create policy worker on api_tokens to app_worker using (true) with check (true);
grant select (reseller_id, id, person_id, membership_id, made_by, name, scopes, hint, created_at, expires_at, revoked_at, revoked_by, last_used_at, used_from),
  update (revoked_at, revoked_by) on api_tokens to app_tenant, app_operator;
grant select, insert, update (last_used_at, used_from) on api_tokens to app_identity;
grant select, delete on api_tokens to app_worker;

-- The right to make them goes to those who manage their colleagues' rights.
update memberships set permissions = permissions || array['manageApiTokens']
where kind = 'reseller' and permissions @> array['createResellerEngineer'] and not permissions @> array['manageApiTokens'];
