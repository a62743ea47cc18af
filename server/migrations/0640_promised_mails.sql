-- Who reads mails about what a reseller owes: its billing address, or without one its own people who see all of its bills
-- with their amounts. Whoever does without billing emails gets none that is optional. Read by whatever role moves a
-- payment, of which none but this reads what people do without.
create function billing_readers(reseller uuid, billing_view smallint, optional boolean)
returns table (email text, name text)
language plpgsql stable security definer set search_path = public as $$
begin
  if app_reseller() <> reseller then raise exception 'not this company''s bills' using errcode = '42501'; end if;
  return query
    select r.billing_email, coalesce(nullif(r.contact_name, ''), r.name) from resellers r
    where r.id = reseller and r.billing_email <> ''
    union all
    (select m.email, m.first_name from resellers r join memberships m on m.reseller_id = r.id
    where r.id = reseller and r.billing_email = '' and not r.hide_pricing
      and m.kind = 'reseller' and m.status = 'Active' and billing_view = any(m.views) and m.only_products is null and not m.only_customers
      and not (optional and exists (select from opt_outs o where o.person_id = m.person_id and o.kind = 'billingMails'))
    order by m.id limit 20);
end $$;
revoke execute on function billing_readers(uuid, smallint, boolean) from public;
grant execute on function billing_readers(uuid, smallint, boolean) to app_tenant, app_worker, app_operator;

-- What renews within a month is mailed once a week at most, to whoever did not do without it.
alter table resellers add column renewals_told_on date;
grant update (renewals_told_on) on resellers to app_worker;
alter table opt_outs drop constraint opt_outs_kind_check;
alter table opt_outs add constraint opt_outs_kind_check
  check (kind in ('newsletters', 'productNews', 'surveys', 'billingMails', 'renewalMails'));
grant select on opt_outs to app_worker;
