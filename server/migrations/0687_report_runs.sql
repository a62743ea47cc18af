-- Reports that somebody asked for: a job makes each, and what it made is kept for a day to be downloaded.
create table report_runs (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  membership_id uuid not null,
  download_id text not null,
  options jsonb not null,
  currency text not null check (currency in ('GBP', 'EUR')),
  -- The restriction of who asked; what was made under another is not theirs to see.
  restriction jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'making', 'ready', 'failed')),
  -- Counts the workers that began it: what a killed one left behind is of another attempt.
  attempt int not null default 0,
  -- Lines written so far, without the heading.
  rows int not null default 0,
  -- Business time, and when in it the data was read, by one statement.
  asked_at timestamptz not null,
  as_of timestamptz,
  -- In real time.
  created_at timestamptz not null default clock_timestamp(),
  primary key (reseller_id, id)
);
create index report_runs_of_member on report_runs (reseller_id, membership_id, id);
create index report_runs_by_age on report_runs (created_at);
alter table report_runs enable row level security;
create policy tenant on report_runs to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on report_runs to app_worker using (true) with check (true);
grant select, insert on report_runs to app_tenant;
grant select, update, delete on report_runs to app_worker;

create table report_pieces (
  reseller_id uuid not null,
  run_id uuid not null,
  attempt int not null,
  position int not null,
  content text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (reseller_id, run_id, attempt, position),
  foreign key (reseller_id, run_id) references report_runs (reseller_id, id) on delete cascade
);
-- Kept for a day and read once: not worth packing.
alter table report_pieces alter column content set storage external;
create index report_pieces_by_age on report_pieces (created_at);
alter table report_pieces enable row level security;
create policy tenant on report_pieces for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on report_pieces to app_worker using (true) with check (true);
grant select on report_pieces to app_tenant;
grant select, insert, delete on report_pieces to app_worker;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(685, 'Reports they ask for', 'report_runs', '(t.reseller_id, t.membership_id) in (select reseller_id, id from memberships where person_id = $1)', '{download_id,options,state,asked_at}', '{membership_id}', 'deleted', null, null);
