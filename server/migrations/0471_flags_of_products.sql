-- Flags that products obey: one that stops new orders while it is on, and one that offers to go up to another product.
alter table products
  add column stopped_by_flag text references feature_flags (name),
  add column upgrade_product_id text references products (id) deferrable initially deferred,
  add column upgrade_flag text references feature_flags (name);

-- What is there is on until the operator switches it off.
update feature_flags set enabled = true where name in (
  'M365SecureUpgrade', 'ModifyJourney', 'NCEGlobalModify', 'M365AccountLink', 'NCEAssignedLicences', 'EnableSchedulingBillingCycleChangesForEoS');

-- What somebody began goes on in a job with what their flags allow.
grant select on reseller_flags to app_tenant;
create policy tenant on reseller_flags for select to app_tenant using (reseller_id = (select app_reseller()));
