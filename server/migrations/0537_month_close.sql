-- What was done with the months of the marketplace's own books. The latest row says up to when they are closed.
create table month_closings (
  id uuid primary key default uuidv7(),
  month date not null check (month = first_of_month(month)),
  did text not null check (did in ('closed', 'reopened')),
  note text check (length(note) between 1 and 1000),
  -- What was still to be done, by kind.
  tasks jsonb not null,
  done_by text not null,
  done_by_id uuid not null references people (id),
  done_at timestamptz not null
);
create index month_closings_of_month on month_closings (month, id);
create trigger append_only before delete on month_closings for each row execute function refuse_change();
grant select on month_closings to app_operator;

-- The first day into which is posted; null while nothing was closed yet.
create function books_open_from() returns date language sql stable security definer set search_path = public
  return (select case did when 'closed' then (month + interval '1 month')::date else month end from month_closings order by id desc limit 1);

create function refuse_closed_month() returns trigger language plpgsql security definer set search_path = public as $$
declare
  open_from date := books_open_from();
begin
  if open_from is not null and exists (select from added where effective_on < open_from) then
    raise exception 'the books are closed up to %', open_from using errcode = '23514';
  end if;
  return null;
end $$;
create trigger closed_month after insert on ledger_entries referencing new table as added
  for each statement execute function refuse_closed_month();
create trigger closed_month after insert on clearing_entries referencing new table as added
  for each statement execute function refuse_closed_month();

-- Closes a month, or opens it again. Whoever is posting is waited for, so that nothing comes into a closed month late.
create function close_month(the_month date, what text, why text, left_over jsonb, who text, who_id uuid, at timestamptz) returns void
language plpgsql security definer set search_path = public as $$
begin
  lock table ledger_entries, clearing_entries in share mode;
  insert into month_closings (month, did, note, tasks, done_by, done_by_id, done_at) values (the_month, what, why, left_over, who, who_id, at);
end $$;
revoke execute on function books_open_from, close_month, refuse_closed_month from public;
grant execute on function books_open_from to app_worker, app_operator;
grant execute on function close_month to app_operator;

-- Whose documents are to be issued for a month is counted over everybody.
create policy operator on billing_months for select to app_operator using (true);
grant select on billing_months, billing_progress to app_operator;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(244, 'Months they closed', 'month_closings', '$1 = t.done_by_id', '{month,did,note,done_at}', '{done_by_id}', 'changed', '{"done_by": "without_names(done_by, $2)"}', null);
