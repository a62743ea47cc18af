-- What the first page asks of charges and subscriptions is read from indexes alone.
create index charges_by_due_day on charges (reseller_id, due_on) include (amount_minor);
drop index charges_falling_due;
create index subscriptions_ending on subscriptions (reseller_id, term_until) where status = 'active' and term_until is not null;
