-- What each line of a plan costs in a month, before and after, and what it commits to; null where it was worked out before.
alter table plan_lines
  add column monthly_before_minor bigint,
  add column monthly_after_minor bigint,
  add column committed_minor bigint,
  add column committed_until date;
grant update (monthly_before_minor, monthly_after_minor, committed_minor, committed_until) on plan_lines to app_tenant;

-- How many customers are changed first, and until when their changes are watched before the others follow.
alter table plans
  add column first_customers int check (first_customers > 0),
  add column watched_until timestamptz;
grant update (first_customers, watched_until) on plans to app_tenant;
