-- Deletes a user of a customer: they are found no more, cannot sign in to this company, and whom they invited cannot
-- either. Logins and sessions are not for a reseller's role, so it runs with its owner's rights, within the reseller.
create function delete_user(user_id uuid, at timestamptz) returns void language plpgsql security definer set search_path = public as $$
declare
  gone memberships;
begin
  update memberships set status = 'Suspended', deleted_at = at
    where reseller_id = app_reseller() and id = user_id and customer_id is not null and deleted_at is null
    returning * into gone;
  if not found then return; end if;
  perform pg_notify('sessions', id::text) from sessions
    where reseller_id = gone.reseller_id and membership_id = gone.id and revoked_at is null;
  update sessions set revoked_at = clock_timestamp(), revoked_why = 'deleted'
    where reseller_id = gone.reseller_id and membership_id = gone.id and revoked_at is null;
  update invitations set key_hash = null, withdrawn_at = clock_timestamp()
    where reseller_id = gone.reseller_id and accepted_at is null and withdrawn_at is null
      and (inviter_id = gone.id or customer_id = gone.customer_id and lower(email) = lower(gone.email));
  -- Whoever acts for nobody else has no login any more, so that their address can be invited again.
  if not exists (select from memberships where person_id = gone.person_id and deleted_at is null)
     and not exists (select from operators where person_id = gone.person_id) then
    update people set user_name = 'deleted-' || id, password_hash = null, signs_in = false where id = gone.person_id;
    delete from linked_identities where person_id = gone.person_id;
    delete from passkeys where person_id = gone.person_id;
  end if;
end $$;
revoke execute on function delete_user from public;
grant execute on function delete_user to app_tenant;
