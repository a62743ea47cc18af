-- A line that moves a subscription to a better product moves what it has when it is worked out.
grant update (change) on plan_lines to app_tenant;

-- By what name the vendor was asked, by which a relationship is found again if its answer is lost.
alter table admin_relationships add column asked_name text;
grant insert (asked_name) on admin_relationships to app_tenant;
