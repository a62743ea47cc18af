-- Writes of logins and of people not signed in repeat safely too: their transactions are of the identity role. What one
-- person may give to another of the products is read there as well.
create policy identity on idempotency to app_identity using (true) with check (true);
grant select, insert on idempotency to app_identity;
grant select on products to app_identity;
