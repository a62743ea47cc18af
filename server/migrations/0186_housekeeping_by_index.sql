-- What housekeeping looks for, in each table it removes from. Events are walked in the order in which they were written.
create index sign_in_attempts_by_end on sign_in_attempts (until);
create index password_keys_by_end on password_keys (expires_at);
create index factor_setups_by_end on factor_setups (until);
create index used_tickets_by_age on used_tickets (used_at);
create index used_robot_solutions_by_end on used_robot_solutions (expires_at);
create index webhook_inbox_settled_by_age on webhook_inbox (received_at) where state <> 'waiting';
create index sessions_by_end on sessions (least(expires_at, revoked_at));
grant select, delete on sessions to app_worker;
-- Its bytes stay out of reach; the place of a row is what housekeeping removes by.
grant select (ctid) on ticket_files to app_worker;
