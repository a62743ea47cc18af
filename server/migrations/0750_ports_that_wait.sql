-- A port that waits keeps its numbers from everybody, so the operator may reject it; and whoever asked for it is told what was
-- decided.
alter table number_ports drop constraint number_ports_waits,
  add constraint number_ports_waits check (not waits or state in ('requested', 'rejected', 'cancelled')),
  -- Only of one that had to wait.
  add column asked_by_id uuid;
grant update (wished_on) on number_ports to app_tenant;
update personal_data set others = '{asked_by_id}' where source = 'number_ports';
