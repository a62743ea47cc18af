-- Which of a plan's jobs goes on with it: the one that was filed last.
alter table plans add column turn int not null default 0;
create index plans_at_work on plans (reseller_id) where state in ('proposing', 'running');
grant update (turn) on plans to app_tenant;
