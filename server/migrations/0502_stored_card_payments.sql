-- A payment with a stored card names one of its own company's, and the worker asks for it again where its answer never came.
alter table payments add foreign key (reseller_id, payment_method_id) references payment_methods (reseller_id, id);
create policy worker on payment_methods to app_worker using (true);
grant select on payment_methods to app_worker;
