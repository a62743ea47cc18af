-- What each line of a plan sells for in a month, before and after; null where not all of it has a price to the customer.
alter table plan_lines
  add column monthly_sales_before_minor bigint,
  add column monthly_sales_after_minor bigint;
grant update (monthly_sales_before_minor, monthly_sales_after_minor) on plan_lines to app_tenant;
