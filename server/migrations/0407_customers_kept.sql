-- Customers there were before their history was kept: what they were until now is not known. In a migration of its own, so that
-- nobody waits who writes meanwhile; from a moment before any change that is under way, so that none comes to lie before it.
insert into customer_history (reseller_id, customer_id, recorded_at, name, organisation_type, status, suspended_at, address1, address2,
  town_city, county, post_code, country, domain, contact_name, contact_email, telephone)
select c.reseller_id, c.id, now() - interval '10 minutes' + k.offset_ms * interval '1 millisecond', c.name, c.organisation_type, c.status,
  c.suspended_at, c.address1, c.address2, c.town_city, c.county, c.post_code, c.country, c.domain, c.contact_name, c.contact_email, c.telephone
from customers c cross join business_clock k
where not exists (select from customer_history h where h.reseller_id = c.reseller_id and h.customer_id = c.id);
