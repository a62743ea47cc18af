-- What 0280 allows is made sure of in a transaction of its own, without keeping others from writing.
alter table charges validate constraint charges_kind_check;
alter table invoice_lines validate constraint invoice_lines_kind_check;
