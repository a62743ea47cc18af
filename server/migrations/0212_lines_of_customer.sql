-- A search on a long invoice finds customers by name, and then their lines here.
create index invoice_lines_of_customer on invoice_lines (reseller_id, invoice_id, customer_id);
