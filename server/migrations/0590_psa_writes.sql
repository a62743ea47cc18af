-- What is to be written into a reseller's PSA, a row for each line there. It is open until the PSA was read back, and tells how it ended.
create table psa_writes (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  source text not null,
  report text not null check (report in ('movement', 'reconciliation', 'azure')),
  -- What it is for: the same thing asked twice is one write while it is open.
  key text not null check (length(key) between 1 and 300),
  kind text not null check (kind in ('quantity', 'charge')),
  agreement_ref text not null,
  -- A charge has no line yet.
  line_ref text check ((line_ref is not null) = (kind = 'quantity')),
  product_ref text not null,
  name text not null,
  -- What the line was known to have: if it has something else, it is left alone.
  seen_quantity numeric(14, 4) check ((seen_quantity is not null) = (kind = 'quantity')),
  target_quantity numeric(14, 4) not null,
  unit_price numeric(14, 4) check ((unit_price is not null) = (kind = 'charge')),
  on_day date not null,
  state text not null default 'New' check (state in ('New', 'Done', 'Refused', 'Changed')),
  -- Why it was not written, in plain words.
  message text check ((message is not null) = (state in ('Refused', 'Changed'))),
  after_quantity numeric(14, 4),
  asked_by text not null,
  asked_at timestamptz not null,
  -- Since when a worker is at it: at one line of a PSA at a time, so that none is written twice.
  taken_at timestamptz,
  ended_at timestamptz check ((ended_at is null) = (state = 'New')),
  primary key (reseller_id, id)
);
create unique index psa_writes_open on psa_writes (reseller_id, source, report, key) where ended_at is null;
create index psa_writes_of_report on psa_writes (reseller_id, source, report, key, id);
alter table psa_writes enable row level security;
create policy tenant on psa_writes to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on psa_writes to app_worker using (true) with check (true);
create policy whole_company on psa_writes as restrictive to app_restricted using (false);
grant select, insert on psa_writes to app_tenant;
grant select, update (state, message, after_quantity, taken_at, ended_at) on psa_writes to app_worker;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(259, 'What they had written into a PSA', 'psa_writes', 'without_names(t.asked_by, $2) <> t.asked_by and t.reseller_id in (select reseller_id from memberships where person_id = $1)', '{report,name,asked_at}', '{}', 'changed', '{"asked_by": "without_names(asked_by, $2)"}', null);
