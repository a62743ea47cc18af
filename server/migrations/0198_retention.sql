-- What is kept how long, where housekeeping may not simply delete: append-only tables, and rows that hang together.

-- Nobody who logs in changes or removes what is append-only. Functions of the owner do, and only what they are for.
create or replace function refuse_all_but_erasure() returns trigger language plpgsql as $$
begin
  if current_user = 'tradewind_owner' then return coalesce(new, old); end if;
  raise exception '% is append-only', tg_table_name using errcode = '55000';
end $$;
do $$
declare
  name text;
begin
  foreach name in array array['ticket_messages', 'ticket_notes', 'desk_notes', 'ticket_states', 'ticket_attachments', 'signature_images', 'flag_changes', 'portal_host_changes'] loop
    execute format('drop trigger append_only on %I', name);
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_all_but_erasure()', name);
  end loop;
end $$;

-- Where a chain begins, after its first entries were removed: the last of them. A later root vouches for its hash.
create table activity_cuts (
  reseller_id uuid primary key,
  number bigint not null,
  hash bytea not null
);
alter table activity_cuts enable row level security;
create policy tenant on activity_cuts for select to app_tenant using (reseller_id = (select app_reseller()));
create policy whole_company on activity_cuts as restrictive to app_restricted using (false);
create policy operator on activity_cuts for select to app_operator using (true);
create policy worker on activity_cuts for select to app_worker using (true);
grant select on activity_cuts to app_tenant, app_operator, app_worker;

-- Removes the oldest entries of one chain, in its order, and never what no later root covers.
create function remove_from_activity(before timestamptz, most int) returns int language plpgsql security definer set search_path = public as $$
declare
  chain uuid;
  last bigint;
  removed int;
begin
  select a.reseller_id into chain from activity a
  where a.at < before and exists (
    select from activity_chain c join activity_roots r on r.reseller_id = c.reseller_id and r.number > c.number
    where c.reseller_id = a.reseller_id and c.activity_id = a.id)
  order by a.at, a.id limit 1;
  if chain is null then return 0; end if;
  select max(number) into last from (
    select c.number, bool_and(a.at < before) over (order by c.number) as due
    from activity_chain c join activity a on a.reseller_id = c.reseller_id and a.id = c.activity_id
    where c.reseller_id = chain and c.number < (select max(number) from activity_roots where reseller_id = chain)
    order by c.number limit most) oldest
  where due;
  if last is null then return 0; end if;
  insert into activity_cuts (reseller_id, number, hash)
  select reseller_id, number, hash from activity_chain where reseller_id = chain and number = last
  on conflict (reseller_id) do update set number = excluded.number, hash = excluded.hash;
  with gone as (delete from activity_chain where reseller_id = chain and number <= last returning activity_id)
  delete from activity a using gone where a.reseller_id = chain and a.id = gone.activity_id;
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke execute on function remove_from_activity from public;
grant execute on function remove_from_activity to app_worker;

-- Removes tickets closed so long ago, with everything in them: files go with their messages.
create index tickets_closed on tickets (updated_at) where state = 'Closed';
create function remove_closed_tickets(before timestamptz, most int) returns int language plpgsql security definer set search_path = public as $$
declare
  due record;
  files uuid[];
  removed int := 0;
begin
  for due in select reseller_id, id from tickets where state = 'Closed' and updated_at < before
    order by updated_at limit most for update skip locked loop
    with taken as (delete from ticket_attachments where reseller_id = due.reseller_id and ticket_id = due.id returning file_id)
    select array_agg(file_id) into files from taken;
    delete from ticket_files where reseller_id = due.reseller_id and id = any(files);
    delete from ticket_messages where reseller_id = due.reseller_id and ticket_id = due.id;
    delete from ticket_notes where reseller_id = due.reseller_id and ticket_id = due.id;
    delete from desk_notes where reseller_id = due.reseller_id and ticket_id = due.id;
    delete from ticket_states where reseller_id = due.reseller_id and ticket_id = due.id;
    delete from tickets where reseller_id = due.reseller_id and id = due.id;
    removed := removed + 1;
  end loop;
  return removed;
end $$;
create index ticket_attachments_of_message on ticket_attachments (reseller_id, message_id);
revoke execute on function remove_closed_tickets from public;
grant execute on function remove_closed_tickets to app_worker;

-- Removes drawn signatures that nothing was signed with.
create index signature_images_by_age on signature_images (created_at);
create index agreement_signatures_by_image on agreement_signatures (reseller_id, signature_image_id);
create function remove_unused_signatures(before timestamptz, most int) returns int language plpgsql security definer set search_path = public as $$
declare
  removed int;
begin
  delete from signature_images i where (i.reseller_id, i.id) in (
    select u.reseller_id, u.id from signature_images u
    where u.created_at < before and not exists (
      select from agreement_signatures s where s.reseller_id = u.reseller_id and s.signature_image_id = u.id)
    order by u.created_at limit most);
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke execute on function remove_unused_signatures from public;
grant execute on function remove_unused_signatures to app_worker;

-- Removes what the operator's screens show of old changes to features and hosts; the activity log says it as well.
create index flag_changes_by_age on flag_changes (at);
create index portal_host_changes_by_age on portal_host_changes (at);
create function remove_setting_changes(before timestamptz, most int) returns int language plpgsql security definer set search_path = public as $$
declare
  flags int;
  hosts int;
begin
  delete from flag_changes where id in (select id from flag_changes where at < before order by at limit most);
  get diagnostics flags = row_count;
  delete from portal_host_changes where id in (select id from portal_host_changes where at < before order by at limit most);
  get diagnostics hosts = row_count;
  return flags + hosts;
end $$;
revoke execute on function remove_setting_changes from public;
grant execute on function remove_setting_changes to app_worker;

-- What housekeeping deletes by itself, and the order in which it finds it.
create index invitations_unanswered_by_end on invitations (coalesce(withdrawn_at, expires_at)) where accepted_at is null;
create index invitations_accepted_by_age on invitations (accepted_at) where accepted_at is not null;
create policy worker on invitations to app_worker using (true) with check (true);
grant select, delete on invitations to app_worker;
create index partner_applications_declined_by_age on partner_applications (decided_at) where status = 'Declined';
grant select, delete on partner_applications to app_worker;
create index ratings_by_age on ratings (created_at);
create policy worker on ratings to app_worker using (true) with check (true);
grant select, delete on ratings to app_worker;
create index archive_access_links_by_end on archive_access_links (expires_at);
grant select, delete on archive_access_links to app_worker;
grant select, delete on sso_transactions to app_worker;
