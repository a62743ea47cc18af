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
alter table memberships add column words text not null
  generated always as (found_by(first_name || ' ' || last_name, email, coalesce(telephone, ''))) stored;
create or replace view member_search as select * from memberships
  where reseller_id = (select app_searching_reseller()) and erased_at is null;

-- Whether an older customer has a name that reads like this one.
alter table customers add column named_alike boolean not null default false;
create or replace view customer_search as select * from customers where reseller_id = (select app_searching_reseller());
create or replace view own_customer_search as select * from customers where reseller_id = (select app_reseller())
  and id in (select customer_id from membership_customers
    where reseller_id = (select app_reseller()) and membership_id = (select app_restricted_to()));
