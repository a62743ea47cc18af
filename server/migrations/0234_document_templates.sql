-- How an issued document is drawn and listed, so that it keeps its bytes when later ones look otherwise.
alter table invoices add column template smallint not null default 1 check (template > 0);
