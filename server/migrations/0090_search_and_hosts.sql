-- Names of people by part of them, in the way of customer_search: the predicate is the owner's, so that the index serves.
create index memberships_by_part_of_name on memberships using gin (reseller_id, name gin_trgm_ops);
create view member_search as select * from memberships where reseller_id = (select app_searching_reseller());
grant select on member_search to app_tenant;

-- Who gave and took hosts. Append-only.
create table portal_host_changes (
  id uuid primary key default uuidv7(),
  at timestamptz not null,
  who text not null,
  what text not null
);
create trigger append_only before update or delete on portal_host_changes for each row execute function refuse_change();
grant select, insert on portal_host_changes to app_operator;
grant select on white_labels to app_operator;
create policy operator on white_labels for select to app_operator using (true);
