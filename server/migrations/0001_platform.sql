-- The ground everything stands on: who the session speaks for, business time, activity, events, repeated requests.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The reseller this transaction acts for; null when none is set, so that a policy then shows nothing.
create function app_reseller() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.reseller_id', true), '')::uuid;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '55000';
end $$;

-- One row: business time is real time plus this. It moves forward only.
create table business_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0,
  -- Business days whose due work is done; the next move starts after it.
  worked_until date
);
insert into business_clock default values;
create function clock_moves_forward() returns trigger language plpgsql as $$
begin
  if new.offset_ms < old.offset_ms then raise exception 'business time moves forward only' using errcode = '55000'; end if;
  return new;
end $$;
create trigger forward_only before update on business_clock for each row execute function clock_moves_forward();
grant select on business_clock to app_tenant, app_identity, app_operator, app_worker;
grant update on business_clock to app_worker;

create table feature_flags (
  name text primary key,
  enabled boolean not null default false
);
grant select on feature_flags to app_tenant, app_identity, app_operator, app_worker;
grant update on feature_flags to app_operator;

create table resellers (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 100),
  currency text not null check (currency in ('GBP', 'EUR')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  vat_number text,
  company_number text,
  address1 text not null default '',
  town_city text not null default '',
  post_code text not null default '',
  billing_email text not null default '',
  status text not null default 'Active' check (status in ('Active', 'Suspended')),
  payment_term_days int not null default 30 check (payment_term_days between 0 and 90),
  hide_pricing boolean not null default false,
  hide_banner boolean not null default false,
  theme text not null default 'default' check (theme in ('light', 'dark', 'default')),
  accent text not null default '#2456c4' check (accent ~ '^#[0-9a-fA-F]{6}$'),
  created_at timestamptz not null
);
alter table resellers enable row level security;
create policy tenant on resellers to app_tenant using (id = (select app_reseller()));
create policy identity on resellers for select to app_identity using (true);
create policy operator on resellers to app_operator using (true) with check (true);
create policy worker on resellers to app_worker using (true) with check (true);
grant select, update (hide_pricing, hide_banner, theme, accent) on resellers to app_tenant;
grant select on resellers to app_identity, app_worker;
grant select, insert, update on resellers to app_operator;

-- Who did what, for whom, to which thing, with what outcome. Append-only.
create table activity (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  person_id uuid,
  who text not null,
  on_behalf_of text,
  customer_id uuid,
  object_kind text not null,
  object_id uuid,
  action text not null,
  what text not null,
  outcome text not null default 'done' check (outcome in ('done', 'refused', 'failed')),
  ip text,
  request_id text,
  primary key (reseller_id, id)
);
create index activity_of_customer on activity (reseller_id, customer_id, id desc);
create trigger append_only before update or delete on activity for each row execute function refuse_change();
alter table activity enable row level security;
create policy tenant on activity to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy operator on activity to app_operator using (true) with check (true);
create policy worker on activity to app_worker using (true) with check (true);
grant select, insert on activity to app_tenant, app_operator, app_worker;

-- What open pages should fetch again. Written in the business transaction, read in commit order by (xid, id), pruned.
create table events (
  reseller_id uuid not null references resellers (id),
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  topics text[] not null,
  customer_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (reseller_id, id)
);
create index events_in_commit_order on events (xid, id);
create index events_of_reseller on events (reseller_id, xid, id);
alter table events enable row level security;
create policy tenant on events for insert to app_tenant with check (reseller_id = (select app_reseller()));
create policy operator on events for insert to app_operator with check (true);
create policy worker on events to app_worker using (true) with check (true);
create policy reader on events for select to app_events using (true);
grant insert on events to app_tenant, app_operator;
grant select, insert, delete on events to app_worker;
grant select on events to app_events;

-- The first answer to each Idempotency-Key; a repeat gets it again. The operator's own staff use the nil reseller.
create table idempotency (
  reseller_id uuid not null,
  person_id uuid not null,
  key text not null check (length(key) between 1 and 255),
  operation text not null,
  body_hash bytea not null,
  status int,
  response text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (reseller_id, person_id, key)
);
create index idempotency_by_age on idempotency (created_at);
alter table idempotency enable row level security;
create policy tenant on idempotency to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy operator on idempotency to app_operator using (reseller_id = '00000000-0000-0000-0000-000000000000') with check (reseller_id = '00000000-0000-0000-0000-000000000000');
create policy worker on idempotency for all to app_worker using (true);
grant select, insert, update on idempotency to app_tenant, app_operator;
grant select, delete on idempotency to app_worker;
