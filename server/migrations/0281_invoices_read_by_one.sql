-- Who reads an invoice of a vendor, and until when nobody else takes it, in real time.
alter table vendor_invoices add column reader uuid, add column taken_until timestamptz;
