-- Whether a person of a customer was a user of it, and left, is asked for everybody to whom a licence may be given.
create index memberships_left on memberships (reseller_id, customer_id, lower(email)) where deleted_at is not null;
