-- Which of a customer's people may open the partner portals of the services that their company has.
alter table memberships add column portals text[] not null default '{}' check (portals <@ array['comms', 'hardware']);

-- A reseller lets go of a customer's tenant in which nothing is provided.
grant delete on provider_tenants to app_tenant;
drop policy tenant on provider_tenants;
create policy tenant on provider_tenants to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));

-- Whoever lets people into a portal knows whether their company has the service.
grant select (reseller_id, customer_id, product_id, status) on service_instances to app_identity;
create policy identity on service_instances for select to app_identity using (true);
