-- When and how a company's VAT number was found good; 'format' is its form and check digits. Whatever is stored is judged
-- again at each order and invoice, so numbers from before need no check here.
alter table resellers
  add vat_check text check (vat_check in ('format')),
  add vat_checked_at timestamptz,
  add constraint resellers_vat_checked check ((vat_check is null) = (vat_checked_at is null) and (vat_check is null or vat_number is not null));

-- One form of what looks like a number: capitals without spaces, dots and hyphens.
update resellers r set vat_number = p.plain
from (select id, upper(regexp_replace(vat_number, '[[:space:].-]', '', 'g')) as plain from resellers) p
where p.id = r.id and p.plain <> r.vat_number and p.plain ~ '^(GB|XI|IE)[0-9A-Z]*[0-9][0-9A-Z]*$';
