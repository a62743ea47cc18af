-- What runs on after its term is charged by the day, at the price of a month.
alter table offers drop constraint offers_billing_check,
  add constraint offers_billing_check check (billing in ('monthly', 'annual', 'triennial', 'daily', 'once'));
alter table subscriptions drop constraint subscriptions_billing_check,
  add constraint subscriptions_billing_check check (billing in ('monthly', 'annual', 'triennial', 'daily', 'once'));
alter table differences drop constraint differences_kind_check,
  add constraint differences_kind_check
    check (kind in ('quantity', 'ended', 'suspended', 'resumed', 'runsOn', 'term', 'termEnd', 'extended', 'unknown'));
