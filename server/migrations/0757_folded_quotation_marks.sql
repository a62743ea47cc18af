-- Text as it is compared and searched, now without the kind of a quotation mark as well: “Blue” and "Blue" read alike.
create or replace function folded(given text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(normalize(
    translate(lower(normalize(given, NFC)), '‘’‚‛ʼ′‹›`´‐‑‒–—−“”„‟″«»øłđħı', '''''''''''''''''''''------"""""""oldhi'), NFKD),
    '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'), '\s+', ' ', 'g');

-- What was folded as before is folded anew. Those who read alike since before stay until somebody renames one.
lock table customers in share row exclusive mode;
drop index customers_name_reads_once;
update customers c set named_alike = true
where not named_alike
  and exists (select from customers o where o.reseller_id = c.reseller_id and o.id < c.id and folded(o.name) = folded(c.name));
create unique index customers_name_reads_once on customers (reseller_id, folded(name)) where not named_alike;
update customers set name = name, contact_name = contact_name
where concat_ws(' ', name, domain, address1, address2, town_city, county, contact_name) ~ '[‚‛‹›“”„‟″«»]';
update memberships set first_name = first_name where first_name || ' ' || last_name ~ '[‚‛‹›“”„‟″«»]';
