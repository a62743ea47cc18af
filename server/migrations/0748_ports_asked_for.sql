-- Nobody commits to a price that they are not shown: a port that somebody of a customer wants so waits until its reseller asks
-- for it, and nobody works on it before.
alter table number_ports add column waits boolean not null default false,
  add constraint number_ports_waits check (not waits or state in ('requested', 'cancelled'));
grant update (waits) on number_ports to app_tenant;
alter table number_port_events drop constraint number_port_events_kind_check,
  add constraint number_port_events_kind_check
    check (kind in ('requested', 'approved', 'letter', 'submitted', 'accepted', 'rescheduled', 'ported', 'rejected', 'cancelled', 'step'));
