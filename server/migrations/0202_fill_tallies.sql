-- What was there before tallies were kept. In a migration of its own, so that nobody waits who writes meanwhile.
insert into tally_changes (reseller_id, figure, customer_id, month, product_id, mark, amount)
select r.id, t.* from resellers r cross join lateral tally_faults(r.id) t;
