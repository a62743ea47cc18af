-- Text as it is compared and searched: without case, accents, hidden signs and the kind of an apostrophe, dash or space.
create function folded(given text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(normalize(
    translate(lower(normalize(given, NFC)), '‘’ʼ′`´‐‑‒–—−øłđħı', '''''''''''''------oldhi'), NFKD),
    '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'), '\s+', ' ', 'g');
-- What is found by any of its words: a name with addresses, and telephones as their digits, also as they are dialled within
-- the country.
create function found_by(names text, address text, telephone text) returns text language sql immutable parallel safe
  return folded(concat_ws(' ', names, address, regexp_replace(telephone, '\D', '', 'g'),
    regexp_replace(regexp_replace(telephone, '^(\+|00)(44|353)\s*(\(0\))?', '0'), '\D', '', 'g')));

alter table customers add column words text not null generated always as (found_by(name || ' ' || coalesce(domain, ''),
  coalesce(address1, '') || ' ' || coalesce(address2, '') || ' ' || coalesce(town_city, '') || ' ' || coalesce(county, '') || ' '
    || coalesce(post_code, '') || ' ' || replace(coalesce(post_code, ''), ' ', '') || ' ' || coalesce(contact_name, '') || ' ' || coalesce(contact_email, ''),
  coalesce(telephone, ''))) stored;
create index customers_by_what_they_are_found on customers using gin (reseller_id, words gin_trgm_ops);

alter table memberships add column words text not null
  generated always as (found_by(first_name || ' ' || last_name, email, coalesce(telephone, ''))) stored;
create index memberships_by_what_they_are_found on memberships using gin (reseller_id, words gin_trgm_ops);
create or replace view member_search as select * from memberships
  where reseller_id = (select app_searching_reseller()) and erased_at is null;

-- Two customers whose names read alike are one customer twice. Those of before stay until somebody renames one.
alter table customers add column named_alike boolean not null default false;
update customers c set named_alike = true
where exists (select from customers o where o.reseller_id = c.reseller_id and o.id < c.id and folded(o.name) = folded(c.name));
create unique index customers_name_reads_once on customers (reseller_id, folded(name)) where not named_alike;
create function no_longer_alike() returns trigger language plpgsql as $$
begin
  new.named_alike := false;
  return new;
end $$;
create trigger no_longer_alike before update of name on customers for each row
  when (old.named_alike and new.name <> old.name) execute function no_longer_alike();
create or replace view customer_search as select * from customers where reseller_id = (select app_searching_reseller());
create or replace view own_customer_search as select * from customers where reseller_id = (select app_reseller())
  and id in (select customer_id from membership_customers
    where reseller_id = (select app_reseller()) and membership_id = (select app_restricted_to()));
