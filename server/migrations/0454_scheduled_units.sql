-- What is scheduled is counted in the unit of its offer, for the operator, too.
grant select (offer_id) on subscriptions to app_operator;
