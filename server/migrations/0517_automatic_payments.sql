-- The business day on which a payment was begun by itself: each invoice is tried once a day, however often the run is.
alter table payments add column auto_on date;
create unique index payments_tried_once_a_day on payments (reseller_id, invoice_id, auto_on) where auto_on is not null;
-- Whom the run has to look at.
create index payment_settings_automatic on payment_settings (reseller_id) where auto_pay;
