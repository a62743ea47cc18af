-- The worker reads how a flag stands for the reseller whose mail it sends.
grant select on reseller_flags to app_worker;
create policy worker on reseller_flags for select to app_worker using (true);

-- How often a person did something, newest first: asked before a rating.
create index activity_of_person on activity (reseller_id, person_id, action, id desc);
