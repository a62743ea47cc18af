-- Files of tickets are looked into by a virus scanner, if there is one, before anybody gets them.
alter table ticket_files
  add column scan text not null default 'none' check (scan in ('none', 'waiting', 'clean', 'infected')),
  -- What was found, by the scanner's name for it.
  add column virus text,
  drop constraint ticket_files_bytes_check,
  -- Of an infected file only the name is kept.
  add check (length(bytes) <= 5000000 and (length(bytes) > 0) = (scan <> 'infected')),
  add check ((virus is not null) = (scan = 'infected'));
create index ticket_files_waiting on ticket_files (created_at) where scan = 'waiting';
grant select, update (bytes, scan, virus) on ticket_files to app_worker;
-- Whom to tell of a file of theirs.
grant select on operators to app_worker;
