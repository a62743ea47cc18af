-- Somebody who is added to a customer need not sign in. Until they are invited, their login has a name that nobody can
-- guess and nobody else may want, so that a company cannot take the user name of somebody of another.
alter table people add column signs_in boolean not null default true;

-- A deleted user is found no more; the membership stays for what refers to it. The same person may come again.
alter table memberships add column deleted_at timestamptz,
  add constraint memberships_deleted check (deleted_at is null or status = 'Suspended');
drop index memberships_once;
create unique index memberships_once on memberships (reseller_id, person_id, customer_id) nulls not distinct where deleted_at is null;
create index memberships_of_address on memberships (reseller_id, customer_id, lower(email)) where deleted_at is null;
create or replace view member_search as select * from memberships
  where reseller_id = (select app_searching_reseller()) and erased_at is null and deleted_at is null;

-- Counts many new users at once: one row of the customer, written once.
create function count_new_customer_users() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update customers c set user_count = user_count + n.count
  from (select reseller_id, customer_id, count(*) as count from added where customer_id is not null group by 1, 2) n
  where c.reseller_id = n.reseller_id and c.id = n.customer_id;
  return null;
end $$;
create or replace function count_customer_users() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if old.customer_id is not null and old.deleted_at is null then
    update customers set user_count = user_count - 1 where reseller_id = old.reseller_id and id = old.customer_id;
  end if;
  if tg_op = 'UPDATE' and new.customer_id is not null and new.deleted_at is null then
    update customers set user_count = user_count + 1 where reseller_id = new.reseller_id and id = new.customer_id;
  end if;
  return null;
end $$;
drop trigger count_users on memberships;
create trigger count_new_users after insert on memberships referencing new table as added
  for each statement execute function count_new_customer_users();
create trigger count_users after delete or update of customer_id, deleted_at on memberships
  for each row execute function count_customer_users();
create or replace function erase_person(person uuid, erased_at timestamptz) returns void
language plpgsql security definer set search_path = public as $$
declare
  part personal_data;
  names text[] := names_of(person);
  addresses text[] := addresses_of(person);
  changes text;
begin
  perform from people where id = person for update;
  perform pg_notify('sessions', id::text) from sessions where person_id = person;
  -- First, because it finds invitations by the address that is about to go.
  perform erase_from_activity(person, erased_at);
  update customers c set user_count = c.user_count - 1
    from memberships m where m.person_id = person and m.erased_at is null and m.deleted_at is null and c.reseller_id = m.reseller_id and c.id = m.customer_id;
  for part in select * from personal_data where fate in ('deleted', 'changed') and change is distinct from '{}'
    order by (source = 'sessions'), position loop
    if part.fate = 'deleted' then
      execute format('delete from %I t where %s', part.source, part.of_person) using person, names, addresses;
    else
      select string_agg(format('%I = %s', key, value), ', ') into changes from jsonb_each_text(part.change);
      execute format('update %I t set %s where %s', part.source, changes, part.of_person) using person, names, addresses;
    end if;
  end loop;
end $$;
