-- How a session was opened, by the name of its grant.
alter table sessions add column way text not null default 'password' check (way in ('password', 'sysops', 'sso', 'aad'));
