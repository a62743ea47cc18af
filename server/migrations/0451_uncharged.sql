-- What runs on at its vendor, and whose next period could not be charged here.
alter table differences drop constraint differences_kind_check,
  add constraint differences_kind_check check (kind in
    ('quantity', 'ended', 'suspended', 'resumed', 'runsOn', 'term', 'termEnd', 'extended', 'uncharged', 'unknown'));
