-- The letter of authority of a port, signed by the customer: a file like those of tickets, and the one that counts now.
create table number_port_letters (
  reseller_id uuid not null references resellers (id),
  port_id uuid not null,
  customer_id uuid not null,
  product_id text not null references products (id),
  file_id uuid not null,
  who text not null,
  at timestamptz not null,
  primary key (reseller_id, port_id),
  unique (reseller_id, file_id),
  foreign key (reseller_id, port_id) references number_ports (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, file_id) references ticket_files (reseller_id, id)
);
create index number_port_letters_by_age on number_port_letters (at);
alter table number_port_letters enable row level security;
create policy tenant on number_port_letters to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy operator on number_port_letters for select to app_operator using (true);
create policy worker on number_port_letters for select to app_worker using (true);
create policy own_customers on number_port_letters as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on number_port_letters as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert, delete on number_port_letters to app_tenant;
grant select on number_port_letters to app_operator, app_worker;

-- Restricted people see the letters of their customers' ports too.
drop policy own_customers on ticket_files;
create policy own_customers on ticket_files as restrictive for select to app_restricted
  using (exists (select from ticket_attachments a where a.reseller_id = ticket_files.reseller_id and a.file_id = ticket_files.id)
    or exists (select from number_port_letters l where l.reseller_id = ticket_files.reseller_id and l.file_id = ticket_files.id)
    or sent_by = (select person_id from memberships where reseller_id = ticket_files.reseller_id and id = (select app_restricted_to())));

-- Where the port of a file with a virus is shown.
create policy worker on number_ports for select to app_worker using (true);
grant select (reseller_id, id, instance_id) on number_ports to app_worker;

-- When it was signed is said with the letter.
alter table number_ports alter column signed_on drop not null;
grant update (signed_on) on number_ports to app_tenant;
alter table number_port_events drop constraint number_port_events_kind_check,
  add constraint number_port_events_kind_check
    check (kind in ('requested', 'letter', 'submitted', 'accepted', 'rescheduled', 'ported', 'rejected', 'cancelled', 'step'));

-- Removes letters of ports that were settled so long ago.
create function remove_port_letters(before timestamptz, most int) returns int language plpgsql security definer set search_path = public as $$
declare
  removed int;
begin
  with due as (
    select l.reseller_id, l.port_id from number_port_letters l
    join number_ports p on p.reseller_id = l.reseller_id and p.id = l.port_id
    where l.at < before and p.settled_at < before order by l.at limit most for update of l skip locked),
  gone as (
    delete from number_port_letters l using due where l.reseller_id = due.reseller_id and l.port_id = due.port_id
    returning l.reseller_id, l.file_id)
  delete from ticket_files f using gone where f.reseller_id = gone.reseller_id and f.id = gone.file_id;
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke execute on function remove_port_letters from public;
grant execute on function remove_port_letters to app_worker;

update personal_data set title = 'Files they sent', reason = 'They belong to the ticket or the port of numbers that they were sent for, and go with it.'
where source = 'ticket_files';
insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(246, 'Letters of authority they uploaded', 'number_port_letters', 'without_names(t.who, $2) <> t.who and t.reseller_id in (select reseller_id from memberships where person_id = $1)', '{at}', '{}', 'changed', '{"who": "without_names(who, $2)"}', null);
