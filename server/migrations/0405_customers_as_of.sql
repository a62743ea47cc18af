-- What was known of each customer from each change on. Its counters are no part of it. A trigger writes it from the customer's
-- own row, so nothing looks that up again.
create table customer_history (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  -- In business time.
  recorded_at timestamptz not null,
  name text not null,
  organisation_type text not null check (organisation_type in ('Commercial', 'Charity', 'Education', 'Government')),
  status text not null check (status in ('Active', 'Suspended')),
  suspended_at timestamptz,
  address1 text,
  address2 text,
  town_city text,
  county text,
  post_code text,
  country text not null check (country in ('GB', 'IE')),
  domain text,
  contact_name text,
  contact_email text,
  telephone text,
  -- Whether the contact was erased since, and what stands in its place is no name of theirs.
  contact_erased boolean not null default false,
  primary key (reseller_id, id)
);
create index customer_history_of_customer on customer_history (reseller_id, customer_id, recorded_at, id);
-- Only a contact is ever changed, by the erasure of a person.
create trigger append_only before delete or update of reseller_id, id, customer_id, recorded_at, name, organisation_type, status, suspended_at,
  address1, address2, town_city, county, post_code, country, domain on customer_history for each row execute function refuse_change();
alter table customer_history enable row level security;
create policy tenant on customer_history for select to app_tenant using (reseller_id = (select app_reseller()));
create policy own_customers on customer_history as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
grant select on customer_history to app_tenant;

-- Keeps what is known from now on. A contact that was erased is not written down again while the customer still names it.
create function record_customer() returns trigger language plpgsql security definer set search_path = public as $$
declare
  is_erased boolean := false;
begin
  if tg_op = 'UPDATE' and (new.contact_name, new.contact_email, new.telephone) is not distinct from (old.contact_name, old.contact_email, old.telephone) then
    select h.contact_erased into is_erased from customer_history h
    where h.reseller_id = new.reseller_id and h.customer_id = new.id order by h.recorded_at desc, h.id desc limit 1;
  end if;
  insert into customer_history (reseller_id, customer_id, recorded_at, name, organisation_type, status, suspended_at, address1, address2,
    town_city, county, post_code, country, domain, contact_name, contact_email, telephone, contact_erased)
  select new.reseller_id, new.id, clock_timestamp() + offset_ms * interval '1 millisecond', new.name, new.organisation_type, new.status,
    new.suspended_at, new.address1, new.address2, new.town_city, new.county, new.post_code, new.country, new.domain,
    case when is_erased then 'Erased person' else new.contact_name end, case when not is_erased then new.contact_email end,
    case when not is_erased then new.telephone end, coalesce(is_erased, false)
  from business_clock;
  return null;
end $$;
create trigger recorded after insert on customers for each row execute function record_customer();
create trigger recorded_again after update of name, organisation_type, status, suspended_at, address1, address2, town_city, county, post_code,
  country, domain, contact_name, contact_email, telephone on customers for each row
  when ((old.name, old.organisation_type, old.status, old.suspended_at, old.address1, old.address2, old.town_city, old.county, old.post_code,
    old.country, old.domain, old.contact_name, old.contact_email, old.telephone) is distinct from
    (new.name, new.organisation_type, new.status, new.suspended_at, new.address1, new.address2, new.town_city, new.county, new.post_code,
    new.country, new.domain, new.contact_name, new.contact_email, new.telephone))
  execute function record_customer();
revoke execute on function record_customer from public;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(75, 'Former contacts of customers with their address', 'customer_history', 'lower(t.contact_email) = any($3)', '{name,recorded_at,contact_name,contact_email,telephone}', '{}', 'changed', '{"contact_name": "''Erased person''", "contact_email": "null", "telephone": "null", "contact_erased": "true"}', null);
