-- What was charged before sales were noted. In a migration of its own, so that nobody waits who writes meanwhile.
alter table tallies validate constraint tallies_figure_check;
alter table charges disable trigger append_only;
update charges set sale_minor = sale_of_charge(reseller_id, subscription_id, unit_cost, amount_minor, due_on) where subscription_id is not null;
alter table charges enable trigger append_only;
insert into tally_changes (reseller_id, figure, customer_id, month, product_id, mark, amount)
select r.id, t.* from resellers r cross join lateral tally_faults(r.id) t where t.figure in ('sold', 'margin');
