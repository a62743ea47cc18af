-- The numbers by which the vendor's support finds what was refused or not answered, and the last write:
-- [{"label": "MS-RequestId", "value": "…"}, …].
alter table orders add column vendor_references jsonb;
