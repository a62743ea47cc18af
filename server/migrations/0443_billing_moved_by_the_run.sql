-- The operator's staff lock the row while something is adopted, which needs the right to update it, as the tenant's do.
create or replace function billing_moves_forward() returns trigger language plpgsql as $$
begin
  if new.billed_until < old.billed_until or current_user in ('app_tenant', 'app_restricted', 'app_operator') then
    raise exception 'only the invoice run moves this, and forward' using errcode = '55000';
  end if;
  return new;
end $$;
