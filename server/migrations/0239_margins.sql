-- The operator sees what its ledger says of each month.
create policy operator on ledger_entries for select to app_operator using (true);
grant select on ledger_entries to app_operator;
