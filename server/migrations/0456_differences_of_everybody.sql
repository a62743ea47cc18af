-- The operator reads everybody's differences by page, newest first; at 60,000 that read all of them.
create index differences_closed_of_all on differences (closed_at desc, id desc) where state = 'closed';
create index differences_open_of_all on differences (since desc, id desc) where state <> 'closed';
