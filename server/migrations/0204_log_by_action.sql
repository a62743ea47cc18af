-- The log is asked for what was done and how it ended, which may be rare: no page of it reads all entries to find a few.
create index activity_by_action on activity (reseller_id, action, at desc, id desc);
create index activity_not_done on activity (reseller_id, at desc, id desc) where outcome <> 'done';
