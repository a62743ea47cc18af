-- A customer's charges are asked for by people who want to delete it, and by those who look after it alone; those of one
-- subscription only where a period is charged again, which has an index of its own.
create index charges_of_customer on charges (reseller_id, customer_id, due_on);
drop index charges_of_subscription;
-- For sums over all subscriptions, which are kept now.
drop index subscriptions_for_sums;
