-- What is held about a person, and what becomes of it when they are erased: the one map by which they are given their
-- data, shown what goes and stays, and erased. A migration that adds a column which names a person classes it here.
create table personal_data (
  position int primary key,
  -- What it is, in the words of the screen.
  title text not null,
  source text not null,
  -- Which rows of the source, as `t`, are about the person: $1 is their id, $2 their names, $3 their addresses.
  of_person text not null,
  -- Columns they are given, and further ones that name a person, which they are not: secrets, and ids of nobody outside.
  given text[] not null default '{}',
  others text[] not null default '{}',
  -- What erasing does: deletes the rows, changes columns ({column: SQL}), or keeps them for a reason.
  fate text not null check (fate in ('deleted', 'changed', 'kept', 'nobody')),
  change jsonb,
  reason text,
  check ((fate = 'changed') = (change is not null)),
  check ((fate in ('kept', 'nobody')) <= (reason is not null))
);
grant select on personal_data to app_identity, app_operator;

-- Puts the words for an erased person in the place of their names, the longest first.
create function without_names(text text, names text[]) returns text language plpgsql immutable parallel safe as $$
declare
  name text;
begin
  foreach name in array names loop
    text := replace(text, name, 'Erased person');
  end loop;
  return text;
end $$;

alter table people add column erased_at timestamptz;
alter table memberships add column erased_at timestamptz;
-- An erased person counts and is found no more; their membership stays for what refers to it.
create or replace view member_search as select * from memberships
  where reseller_id = (select app_searching_reseller()) and erased_at is null;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(10, 'Invitations to them', 'invitations', 'lower(t.email) = any($3)', '{kind,first_name,last_name,email,sent_at,accepted_at}', '{key_hash}', 'deleted', null, null),
(11, 'Invitations they sent', 'invitations', '(t.reseller_id, t.inviter_id) in (select reseller_id, id from memberships where person_id = $1)', '{email,sent_at}', '{inviter_id}', 'changed', '{"invited_by": "without_names(invited_by, $2)"}', null),
(12, 'Applications of their company', 'partner_applications', 'lower(t.email) = any($3)', '{company_name,contact_name,email,telephone,message,created_at}', '{vat_number,decided_by,note}', 'changed', '{"contact_name": "''Erased person''", "email": "''erased''", "telephone": "''''", "message": "null", "decided_by": "without_names(decided_by, $2)"}', null),
(20, 'Sessions', 'sessions', 't.person_id = $1', '{created_at,last_seen_at,expires_at,revoked_at,ip,user_agent,way}', '{person_id,membership_id,act_person_id,id_token}', 'deleted', null, null),
(21, 'Browsers they signed in with', 'known_devices', 't.person_id = $1', '{first_seen_at,last_seen_at}', '{person_id,device_hash}', 'deleted', null, null),
(22, 'Authenticator app', 'factors', 't.person_id = $1', '{enrolled_at}', '{person_id,secret}', 'deleted', null, null),
(23, 'Authenticator app being set up', 'factor_setups', 't.person_id = $1', '{until}', '{person_id,secret}', 'deleted', null, null),
(24, 'Recovery codes', 'recovery_codes', 't.person_id = $1', '{used_at}', '{person_id}', 'deleted', null, null),
(25, 'Passkeys', 'passkeys', 't.person_id = $1', '{name,rp_id,created_at,last_used_at}', '{person_id,credential_id,public_key}', 'deleted', null, null),
(26, 'Passkeys being used', 'passkey_challenges', 't.person_id = $1', '{purpose,origin,until}', '{person_id,session_id}', 'deleted', null, null),
(27, 'Former passwords', 'password_history', 't.person_id = $1', '{id}', '{person_id}', 'deleted', null, null),
(28, 'Links to choose a password', 'password_keys', 't.person_id = $1', '{purpose,expires_at}', '{person_id}', 'deleted', null, null),
(29, 'Accounts linked to theirs', 'linked_identities', 't.person_id = $1', '{provider,issuer,subject,created_at}', '{person_id}', 'deleted', null, null),
(30, 'Communication preferences', 'opt_outs', 't.person_id = $1', '{kind}', '{person_id}', 'deleted', null, null),
(31, 'Answers to announcements', 'announcement_answers', 't.person_id = $1', '{announcement_id,hidden_until}', '{person_id}', 'deleted', null, null),
(32, 'Quick links', 'quick_links', '(t.reseller_id, t.membership_id) in (select reseller_id, id from memberships where person_id = $1)', '{links}', '{membership_id}', 'deleted', null, null),
(33, 'Customers they look after', 'membership_customers', '(t.reseller_id, t.membership_id) in (select reseller_id, id from memberships where person_id = $1)', '{}', '{membership_id,customer_id}', 'deleted', null, null),
(34, 'Notifications', 'notifications', '(t.reseller_id, t.membership_id) in (select reseller_id, id from memberships where person_id = $1)', '{category,status,created_at}', '{membership_id}', 'deleted', null, null),
(35, 'Ratings and comments', 'ratings', '(t.reseller_id, t.membership_id) in (select reseller_id, id from memberships where person_id = $1)', '{feature_id,rating,comments,created_at}', '{membership_id}', 'deleted', null, null),
(36, 'Calls kept for repeats', 'idempotency', 't.person_id = $1', '{created_at}', '{person_id}', 'deleted', null, null),
(40, 'Tickets they opened', 'tickets', 't.opened_by = $1', '{number,subject,category,priority,state,created_at,updated_at}', '{opened_by,opener_membership_id}', 'changed', '{"opened_by_name": "without_names(opened_by_name, $2)", "subject": "without_names(subject, $2)"}', null),
(41, 'Tickets assigned to them', 'tickets', 't.assignee_id = $1', '{number,subject}', '{assignee_id}', 'changed', '{"assignee_name": "without_names(assignee_name, $2)"}', null),
(42, 'Messages in tickets', 'ticket_messages', 't.author_id = $1', '{text,created_at}', '{author_id}', 'changed', '{"author_name": "without_names(author_name, $2)", "text": "without_names(text, $2)"}', null),
(43, 'Notes in tickets', 'ticket_notes', 't.author_id = $1', '{text,created_at}', '{author_id}', 'changed', '{"author_name": "without_names(author_name, $2)", "text": "without_names(text, $2)"}', null),
(44, 'Notes of the operator’s staff', 'desk_notes', 't.author_id = $1', '{text,created_at}', '{author_id}', 'changed', '{"author_name": "without_names(author_name, $2)", "text": "without_names(text, $2)"}', null),
(45, 'Changes of state of tickets', 'ticket_states', 'without_names(t.who, $2) <> t.who and (t.reseller_id in (select reseller_id from memberships where person_id = $1) or exists (select from operators where person_id = $1))', '{state,at}', '{}', 'changed', '{"who": "without_names(who, $2)"}', null),
(46, 'Orders they placed', 'orders', 't.placed_by = $1', '{journey,status,placed_at}', '{placed_by}', 'changed', '{"placed_by_name": "without_names(placed_by_name, $2)"}', null),
(47, 'Orders they work on', 'work_items', 'without_names(t.assignee, $2) <> t.assignee and exists (select from operators where person_id = $1)', '{title,status,created_at}', '{}', 'changed', '{"assignee": "without_names(assignee, $2)"}', null),
(48, 'Changes of their company that they asked for', 'business_requests', 'without_names(t.asked_by, $2) <> t.asked_by and t.reseller_id in (select reseller_id from memberships where person_id = $1)', '{name,status,asked_at}', '{}', 'changed', '{"asked_by": "without_names(asked_by, $2)"}', null),
(49, 'Changes of companies that they decided', 'business_requests', 'without_names(t.decided_by, $2) <> t.decided_by and (exists (select from operators where person_id = $1) or t.reseller_id in (select reseller_id from memberships where person_id = $1))', '{status,decided_at}', '{}', 'changed', '{"decided_by": "without_names(decided_by, $2)"}', null),
(50, 'Applications they decided', 'partner_applications', 'without_names(t.decided_by, $2) <> t.decided_by and exists (select from operators where person_id = $1)', '{status,decided_at}', '{}', 'changed', '{"decided_by": "without_names(decided_by, $2)"}', null),
(51, 'Announcements they wrote', 'announcements', 'without_names(t.created_by, $2) <> t.created_by and exists (select from operators where person_id = $1)', '{title,body,created_at}', '{}', 'changed', '{"created_by": "without_names(created_by, $2)"}', null),
(52, 'Features they switched', 'flag_changes', 'without_names(t.who, $2) <> t.who and exists (select from operators where person_id = $1)', '{flag,at,what}', '{}', 'changed', '{"who": "without_names(who, $2)"}', null),
(53, 'Hosts they gave and took', 'portal_host_changes', 'without_names(t.who, $2) <> t.who and exists (select from operators where person_id = $1)', '{at,what}', '{}', 'changed', '{"who": "without_names(who, $2)"}', null),
(60, 'Activity log', 'activity', '$1 in (t.person_id, t.behind_id, t.object_id)', '{at,who,on_behalf_of,action,what,outcome,ip,device}', '{person_id,behind_id}', 'changed', '{}', null),
(70, 'Files they sent with tickets', 'ticket_files', 't.sent_by = $1', '{name,media_type,bytes,created_at}', '{sent_by}', 'kept', null, 'They belong to the conversation of a ticket, and go with it.'),
(71, 'Agreements they signed', 'agreement_signatures', '(t.reseller_id, t.membership_id) in (select reseller_id, id from memberships where person_id = $1)', '{agreement_id,version,signer_name,job_title,signed_at,ip}', '{membership_id}', 'kept', null, 'The law asks to keep contracts for six years and the current one: name, job title, signature and document stay.'),
(72, 'Signatures they drew', 'signature_images', '(t.reseller_id, t.membership_id) in (select reseller_id, id from memberships where person_id = $1)', '{png,created_at}', '{membership_id}', 'kept', null, 'They belong to the agreements they signed; one that was not used goes within a day.'),
(73, 'Company contacts with their address', 'resellers', 'lower(t.contact_email) = any($3) or lower(t.billing_email) = any($3)', '{name,contact_name,contact_email,telephone,billing_email}', '{}', 'kept', null, 'The company names its contact itself, and changes it under My business.'),
(74, 'Customer contacts with their address', 'customers', 'lower(t.contact_email) = any($3)', '{name,contact_name,contact_email,telephone}', '{}', 'kept', null, 'The company names the contact itself, and changes it in the customer’s details.'),
(90, 'Memberships', 'memberships', 't.person_id = $1', '{kind,first_name,last_name,email,telephone,job_title,views,permissions,can_agree,status,created_at,last_signed_in_at}', '{person_id,name}', 'changed', '{"first_name": "''Erased''", "last_name": "''person''", "email": "''''", "telephone": "null", "job_title": "null", "views": "''{}''", "permissions": "''{}''", "can_agree": "false", "status": "''Suspended''", "last_signed_in_at": "null", "erased_at": "coalesce(erased_at, now())"}', null),
(91, 'Name and address as the operator’s staff', 'operators', 't.person_id = $1', '{display_name,email}', '{person_id}', 'changed', '{"display_name": "''Erased person''", "email": "''''"}', null),
(92, 'Login', 'people', 't.id = $1', '{user_name,status,created_at}', '{password_hash}', 'changed', '{"user_name": "''erased-'' || id", "password_hash": "null", "status": "''Suspended''", "reset_required": "false", "erased_at": "coalesce(erased_at, now())"}', null),
-- Columns that look as if they named a person, and do not, or not for longer than a process needs them.
(200, 'Counts of tries', 'sign_in_attempts', 'false', '{}', '{key}', 'nobody', null, 'Goes within a day; says no more than that somebody tried.'),
(201, 'Sign-ins at providers under way', 'sso_transactions', 'false', '{}', '{login_hint,subject,id_token}', 'nobody', null, 'Goes within an hour after it ends.'),
(202, 'Mail held back as spam', 'quarantined_messages', 'false', '{}', '{user_key_hash,subject}', 'nobody', null, 'Belongs to the mail filter; it names nobody here.'),
(203, 'Services', 'service_instances', 'false', '{}', '{membership_id}', 'nobody', null, 'Says whose service it is by an id that leads to nobody once they are erased.'),
(204, 'Companies that sell', 'legal_entities', 'false', '{}', '{name,account_name,address_lines,bank_name}', 'nobody', null, 'The operator’s own companies.');

-- The names and addresses by which a person is found where no id of theirs stands.
create function names_of(person uuid) returns text[] language sql stable set search_path = public as $$
  select coalesce(array_agg(name order by length(name) desc), '{}') from (
    select name from memberships where person_id = person and erased_at is null
    union select email from memberships where person_id = person
    union select display_name from operators where person_id = person
    union select email from operators where person_id = person
    union select user_name from people where id = person) n
  where length(name) > 2
$$;
create function addresses_of(person uuid) returns text[] language sql stable set search_path = public as $$
  select coalesce(array_agg(lower(address)), '{}') from (
    select email as address from memberships where person_id = person
    union select email from operators where person_id = person
    union select user_name from people where id = person) a
  where address <> ''
$$;
revoke execute on function names_of, addresses_of from public;

-- Counts what is held about a person, by the map.
create function count_personal_data(person uuid) returns table (place int, held bigint)
language plpgsql security definer set search_path = public as $$
declare
  part personal_data;
  number bigint;
begin
  for part in select * from personal_data where fate <> 'nobody' order by position loop
    execute format('select count(*) from %I t where %s', part.source, part.of_person)
      into number using person, names_of(person), addresses_of(person);
    place := part.position;
    held := number;
    return next;
  end loop;
end $$;

-- Gives some rows of one part of the map, files in base64.
create function give_personal_data(person uuid, place int, skipped int, most int) returns setof jsonb
language plpgsql security definer set search_path = public as $$
declare
  part personal_data;
  columns text;
begin
  select * into strict part from personal_data where position = place;
  select string_agg(case when c.data_type = 'bytea' then format('encode(t.%1$I, ''base64'') as %1$I', g) else format('t.%I', g) end, ', ')
    into columns
    from unnest(part.given) g join information_schema.columns c on c.table_schema = 'public' and c.table_name = part.source and c.column_name = g;
  return query execute format('select to_jsonb(r) from (select %s from %I t where %s order by t.ctid offset %s limit %s) r',
    columns, part.source, part.of_person, skipped, most)
    using person, names_of(person), addresses_of(person);
end $$;

-- Erases a person, by the map. Everything stays whole: rows that others refer to keep their ids.
create function erase_person(person uuid, erased_at timestamptz) returns void
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
    from memberships m where m.person_id = person and m.erased_at is null and c.reseller_id = m.reseller_id and c.id = m.customer_id;
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
revoke execute on function count_personal_data, give_personal_data, erase_person from public;
grant execute on function count_personal_data, erase_person to app_identity;
grant execute on function count_personal_data, give_personal_data to app_operator;
