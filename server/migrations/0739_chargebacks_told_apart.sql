-- Whether the payer's bank took the money back, where the state of the payment does not say so: a dispute of a part of it.
alter table payment_events add column is_chargeback boolean not null default false;
create index payment_events_of_posting on payment_events (reseller_id, posting_id) where posting_id is not null;
