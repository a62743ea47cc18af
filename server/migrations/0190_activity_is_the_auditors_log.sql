-- The activity log is what auditors read. A line says who stood behind the person and with which device they came; the
-- operator's own acts, which concern no company, have the nil reseller. Written lines wait in a queue, from which a job
-- seals them into a chain of hashes, one chain for each company and one for the operator.

-- The operator's lines have no reseller. Resellers are never deleted, so nothing is lost with the key.
alter table activity drop constraint activity_reseller_id_fkey;
alter table activity
  add column behind_id uuid,
  add column device text,
  -- Set when the line's own personal data was erased: who acted, or the sentence.
  add column who_erased boolean not null default false,
  add column what_erased boolean not null default false;
create index activity_by_time on activity (reseller_id, at desc, id desc);
-- Across resellers: the operator reads all logs as one.
create index activity_of_all_by_time on activity (at desc, id desc);

create table activity_unsealed (
  reseller_id uuid not null,
  activity_id uuid not null,
  primary key (reseller_id, activity_id)
);
alter table activity_unsealed enable row level security;
create policy tenant on activity_unsealed for select to app_tenant using (reseller_id = (select app_reseller()));
create policy whole_company on activity_unsealed as restrictive to app_restricted using (false);
create policy operator on activity_unsealed for select to app_operator using (true);
create policy worker on activity_unsealed to app_worker using (true) with check (true);
grant select on activity_unsealed to app_tenant, app_operator;
grant select, delete on activity_unsealed to app_worker;

-- By the table, so that no line escapes the chain, whoever writes it.
create function queue_for_sealing() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into activity_unsealed (reseller_id, activity_id) select reseller_id, id from written;
  return null;
end $$;
revoke execute on function queue_for_sealing from public;
create trigger queued after insert on activity referencing new table as written for each statement execute function queue_for_sealing();
insert into activity_unsealed (reseller_id, activity_id) select reseller_id, id from activity;

-- A sealed line: hash = H(hash before it || the line without personal data, and digests of that under random salts).
-- Erasing a person deletes salts and what they covered, and leaves the digests, so that the chain stays whole.
create table activity_chain (
  reseller_id uuid not null,
  number bigint not null check (number > 0),
  activity_id uuid not null,
  who_salt bytea,
  who_digest bytea not null,
  what_salt bytea,
  what_digest bytea not null,
  hash bytea not null,
  primary key (reseller_id, number),
  unique (reseller_id, activity_id)
);
alter table activity_chain enable row level security;
create policy tenant on activity_chain for select to app_tenant using (reseller_id = (select app_reseller()));
create policy whole_company on activity_chain as restrictive to app_restricted using (false);
create policy operator on activity_chain for select to app_operator using (true);
create policy worker on activity_chain to app_worker using (true) with check (true);
grant select on activity_chain to app_tenant, app_operator;
grant select, insert on activity_chain to app_worker;

-- The end of a chain, signed once a day after everything up to it was verified.
create table activity_roots (
  reseller_id uuid not null,
  day date not null,
  number bigint not null,
  hash bytea not null,
  signed_at timestamptz not null,
  public_key text not null,
  signature bytea not null,
  primary key (reseller_id, day)
);
alter table activity_roots enable row level security;
create policy tenant on activity_roots for select to app_tenant using (reseller_id = (select app_reseller()));
create policy whole_company on activity_roots as restrictive to app_restricted using (false);
create policy operator on activity_roots for select to app_operator using (true);
create policy worker on activity_roots to app_worker using (true) with check (true);
grant select on activity_roots to app_tenant, app_operator;
grant select, insert on activity_roots to app_worker;
create trigger append_only before update or delete on activity_roots for each row execute function refuse_change();

-- Nobody who logs in may change a line or its seal. Their owner's function below may erase what it must, nothing else.
create function refuse_all_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_user = 'tradewind_owner' then return new; end if;
  raise exception '% is append-only', tg_table_name using errcode = '55000';
end $$;
drop trigger append_only on activity;
create trigger append_only before update or delete on activity for each row execute function refuse_all_but_erasure();
create trigger append_only before update or delete on activity_chain for each row execute function refuse_all_but_erasure();

-- Erases a person from the log: their name, address and device from lines of theirs, and sentences about them. Ids stay,
-- since they lead nowhere once the person is gone. Each erasure is itself a line in every log it touched, after all that
-- it erased; a line that lacks its data without such a line after it counts as tampered with.
create function erase_from_activity(person uuid, erased_at timestamptz) returns bigint language plpgsql security definer set search_path = public as $$
declare
  erased bigint;
begin
  with theirs as (
    select distinct trim(first_name || ' ' || last_name) as name from memberships where person_id = person
    union select display_name from operators where person_id = person
  ),
  invited as (select i.id from invitations i join people p on p.id = person where lower(i.email) = lower(p.user_name)),
  found as (
    select a.reseller_id, a.id,
      coalesce(person in (a.person_id, a.behind_id), false) as who,
      coalesce(a.object_id = person or a.object_id in (select id from invited), false)
        or exists (select from theirs t where t.name <> '' and position(t.name in a.what) > 0) as what,
      case when a.object_id in (select id from invited) then a.object_id else person end as object_id
    from activity a
    where a.person_id = person or a.behind_id = person or a.object_id = person or a.object_id in (select id from invited)
  ),
  lines as (
    update activity a set
      who = case when f.who then 'Erased' else a.who end,
      on_behalf_of = case when f.who and a.on_behalf_of is not null then 'Erased' when f.who then null else a.on_behalf_of end,
      ip = case when f.who then null else a.ip end,
      device = case when f.who then null else a.device end,
      what = case when f.what then 'Erased' else a.what end,
      who_erased = a.who_erased or f.who,
      what_erased = a.what_erased or f.what
    from found f where a.reseller_id = f.reseller_id and a.id = f.id and (f.who or f.what)
    returning a.reseller_id, a.id, f.who, f.what, f.object_id
  ),
  seals as (
    update activity_chain c set
      who_salt = case when l.who then null else c.who_salt end,
      what_salt = case when l.what then null else c.what_salt end
    from lines l where c.reseller_id = l.reseller_id and c.activity_id = l.id
    returning 1
  ),
  told as (
    insert into activity (reseller_id, at, who, object_kind, object_id, action, what)
    select distinct reseller_id, erased_at, 'Tradewind', 'person', object_id, 'people.erase', 'Erased a person from the log' from lines
  )
  select count(*) into erased from lines;
  return erased;
end $$;
revoke execute on function erase_from_activity from public;
grant execute on function erase_from_activity to app_operator, app_worker;
