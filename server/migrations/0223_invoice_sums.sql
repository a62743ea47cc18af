-- A document's lines by product and VAT rate, kept as they are gathered: a large document is issued and drawn without
-- reading its lines again.
create table invoice_sums (
  reseller_id uuid not null,
  invoice_id uuid not null,
  product_id text not null,
  vat_percent numeric(5, 2) not null,
  product_name text not null,
  period_from date not null,
  period_until date not null,
  quantity bigint not null,
  net_minor bigint not null,
  lines int not null check (lines > 0),
  primary key (reseller_id, invoice_id, product_id, vat_percent),
  foreign key (reseller_id, invoice_id) references invoice_drafts (reseller_id, id)
);
alter table invoice_sums enable row level security;
create policy tenant on invoice_sums for select to app_tenant using (reseller_id = (select app_reseller()));
create policy worker on invoice_sums to app_worker using (true) with check (true);
grant select on invoice_sums to app_tenant;
grant select, insert, update on invoice_sums to app_worker;
create policy whole_company on invoice_sums as restrictive to app_restricted using (false);

insert into invoice_sums (reseller_id, invoice_id, product_id, vat_percent, product_name, period_from, period_until, quantity, net_minor, lines)
select reseller_id, invoice_id, product_id, vat_percent, min(product_name), min(period_from), max(period_until), sum(quantity), sum(net_minor), count(*)
from invoice_lines group by 1, 2, 3, 4;
