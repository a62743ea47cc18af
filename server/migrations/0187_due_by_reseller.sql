-- Billing periods are turned reseller by reseller, so what falls due is looked up by reseller.
drop index subscriptions_falling_due;
create index subscriptions_falling_due on subscriptions (reseller_id, period_until) where status <> 'cancelled' and period_until is not null;
