-- The day on which a debit is taken: as it was asked for, then as its provider says. And whether trying it again is in vain.
alter table payments add column charge_on date, add column failure_final boolean not null default false;
grant insert (charge_on) on payments to app_tenant;
grant update (charge_on, failure_final) on payments to app_tenant;

-- A debit is taken back by its payer's bank days after it counted: it is looked at for a while, should the news get lost.
create index payments_recently_debited on payments (changed_at) where kind = 'directDebit' and state = 'confirmed';
