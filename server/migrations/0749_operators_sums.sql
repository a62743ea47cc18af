-- What is scheduled says to the operator, too, what it will cost.
grant select (id, offer_id, term_end, term_until, quantity, currency) on subscriptions to app_operator;
