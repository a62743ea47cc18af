-- What was charged before sales were noted. While it runs, charges are read and none is written.
alter table tallies validate constraint tallies_figure_check;
alter table charges disable trigger append_only;
update charges set sale_minor = sale_of_charge(reseller_id, subscription_id, unit_cost, amount_minor, due_on) where subscription_id is not null;
update charges c set sale_minor = round(o.sale_minor::numeric * c.amount_minor / o.amount_minor)
from charges o where o.reseller_id = c.reseller_id and o.id = c.corrects and o.amount_minor <> 0;
alter table charges enable trigger append_only;
insert into tally_changes (reseller_id, figure, customer_id, month, product_id, mark, amount)
select r.id, t.* from resellers r cross join lateral tally_faults(r.id) t where t.figure in ('sold', 'margin');
