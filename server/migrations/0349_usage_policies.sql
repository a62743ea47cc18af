-- Meters are charged by a policy. After all that name the kinds of policies before.
alter table policies drop constraint policies_kind_check,
  add constraint policies_kind_check check (kind in ('window', 'refund', 'termEnd', 'intent', 'goods', 'alignment', 'usage'));
