-- How often somebody tried to sign in lately, by account and by address. Keys are hashes; rows of past windows are pruned.
create table sign_in_attempts (
  key text primary key,
  count int not null,
  until timestamptz not null
);
grant select, insert, update on sign_in_attempts to app_identity;
grant select, delete on sign_in_attempts to app_worker;

-- Tickets of the event stream that were used: each opens one stream, once. They live for a minute, and so do these rows.
create table used_tickets (
  id uuid primary key,
  used_at timestamptz not null default clock_timestamp()
);
grant select, insert on used_tickets to app_identity;
grant select, delete on used_tickets to app_worker;
