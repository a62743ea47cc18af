-- Who sent an invitation: it is good only as long as they may still give what it gives. Null where the operator did, and
-- for those sent before this was noted.
alter table invitations add column inviter_id uuid;
alter table invitations add foreign key (reseller_id, inviter_id) references memberships (reseller_id, id);
create index invitations_of_inviter on invitations (reseller_id, inviter_id)
  where accepted_at is null and withdrawn_at is null;

-- Whether somebody signs in with a name already. The operator may know this of a name, and nothing else of people.
create function user_name_taken(name text) returns boolean language sql stable security definer set search_path = public
  return exists (select from people where lower(user_name) = lower(name));
revoke execute on function user_name_taken from public;
grant execute on function user_name_taken to app_identity, app_operator;
