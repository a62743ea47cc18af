-- What erased people still have is taken back each day.
create index customer_people_erased on customer_people (reseller_id, id) where erased_at is not null;
