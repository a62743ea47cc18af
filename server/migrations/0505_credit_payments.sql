-- A payment without an invoice adds to the reseller's credit.
alter table payments alter column invoice_id drop not null;
