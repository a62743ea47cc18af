-- The customers that an invited colleague is to look after; null for every one that the inviter may give.
alter table invitations add column customer_ids uuid[] check (cardinality(customer_ids) between 1 and 2000);
alter table invitations add constraint invitations_narrow_colleagues check (customer_ids is null or customer_id is null);
