-- Support tickets. One sequence for the whole marketplace, so that a number read out on the telephone names one ticket.
create sequence ticket_numbers;
grant usage on sequence ticket_numbers to app_tenant;

create table tickets (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  number bigint not null default nextval('ticket_numbers'),
  subject text not null check (length(subject) between 1 and 150),
  category text not null check (category in ('Technical', 'Orders', 'Billing', 'Access', 'Other')),
  priority text not null check (priority in ('Urgent', 'High', 'Normal', 'Low')),
  -- The operator's queue begins with the smallest.
  urgency smallint not null generated always as (case priority when 'Urgent' then 0 when 'High' then 1 when 'Normal' then 2 else 3 end) stored,
  state text not null check (state in ('New', 'Open', 'Waiting for you', 'Solved', 'Closed')),
  customer_id uuid,
  instance_id uuid,
  product_id text references products (id),
  -- As the service was called when the ticket was opened.
  service_name text,
  -- Whether the customer's own people see it.
  shared boolean not null,
  opened_by uuid not null references people (id),
  opener_membership_id uuid not null,
  opened_by_name text not null,
  opened_side text not null check (opened_side in ('customer', 'reseller')),
  -- Whether the reseller asked the operator about a ticket of its customer and was not answered yet.
  asked boolean not null default false,
  -- Whose answer is awaited.
  waits_for text generated always as (
    case when state in ('Solved', 'Closed') then null
         when state = 'Waiting for you' and not asked then opened_side
         when asked or opened_side = 'reseller' then 'operator'
         else 'reseller' end) stored check (waits_for in ('customer', 'reseller', 'operator')),
  assignee_id uuid references people (id),
  assignee_name text,
  -- Thumb up or down for the answer; none until somebody says.
  helpful boolean,
  solved_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, instance_id) references service_instances (reseller_id, id),
  foreign key (reseller_id, opener_membership_id) references memberships (reseller_id, id),
  check (customer_id is not null or not shared and instance_id is null),
  check ((instance_id is null) = (product_id is null)),
  check (opened_side <> 'customer' or shared),
  check (state <> 'Solved' or solved_at is not null)
);
create unique index tickets_by_number on tickets (reseller_id, number);
create index tickets_by_update on tickets (reseller_id, updated_at desc, id desc);
create index tickets_by_creation on tickets (reseller_id, created_at desc, id desc);
create index tickets_of_customer on tickets (reseller_id, customer_id, updated_at desc, id desc);
create index tickets_waiting on tickets (reseller_id, waits_for, updated_at desc, id desc);
-- Ask all resellers at once: the operator's queue, and the closing of what was solved a week ago.
create index tickets_in_queue on tickets (urgency, updated_at, id);
create index tickets_to_do on tickets (urgency, updated_at, id) where waits_for = 'operator';
create index tickets_solved on tickets (solved_at) where state = 'Solved';
alter table tickets enable row level security;
create policy tenant on tickets to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy operator on tickets to app_operator using (true) with check (true);
create policy worker on tickets to app_worker using (true) with check (true);
-- Restricted people see what they look after, and what they asked themselves about nobody in particular.
create policy own_customers on tickets as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers())
    or customer_id is null and opener_membership_id = (select app_restricted_to()));
create policy own_products on tickets as restrictive to app_restricted
  using (product_id is null or (select app_every_product()) or product_id in (select app_own_products()));
grant select, insert, update (state, asked, helpful, solved_at, updated_at) on tickets to app_tenant;
grant select, update (state, asked, assignee_id, assignee_name, solved_at, updated_at) on tickets to app_operator;
grant select, update (state, updated_at) on tickets to app_worker;

-- What everybody concerned reads: 'partner' leaves the customer's people out. Append-only.
create table ticket_messages (
  reseller_id uuid not null,
  id uuid not null default uuidv7(),
  ticket_id uuid not null,
  audience text not null check (audience in ('everyone', 'partner')),
  author_id uuid not null references people (id),
  author_name text not null,
  side text not null check (side in ('customer', 'reseller', 'operator')),
  text text not null check (length(text) between 1 and 5000),
  created_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, ticket_id) references tickets (reseller_id, id)
);
create index ticket_messages_of_ticket on ticket_messages (reseller_id, ticket_id, id);
create trigger append_only before update or delete on ticket_messages for each row execute function refuse_change();
alter table ticket_messages enable row level security;
create policy tenant on ticket_messages to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy operator on ticket_messages to app_operator using (true) with check (true);
create policy own_customers on ticket_messages as restrictive for select to app_restricted
  using (exists (select from tickets t where t.reseller_id = ticket_messages.reseller_id and t.id = ticket_messages.ticket_id));
grant select, insert on ticket_messages to app_tenant, app_operator;

-- Notes of the reseller's people among themselves; no role but the tenant's reads them. Append-only.
create table ticket_notes (
  reseller_id uuid not null,
  id uuid not null default uuidv7(),
  ticket_id uuid not null,
  author_id uuid not null references people (id),
  author_name text not null,
  text text not null check (length(text) between 1 and 5000),
  created_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, ticket_id) references tickets (reseller_id, id)
);
create index ticket_notes_of_ticket on ticket_notes (reseller_id, ticket_id, id);
create trigger append_only before update or delete on ticket_notes for each row execute function refuse_change();
alter table ticket_notes enable row level security;
create policy tenant on ticket_notes to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy own_customers on ticket_notes as restrictive for select to app_restricted
  using (exists (select from tickets t where t.reseller_id = ticket_notes.reseller_id and t.id = ticket_notes.ticket_id));
grant select, insert on ticket_notes to app_tenant;

-- Notes of the operator's staff among themselves; no role but theirs reads them. Append-only.
create table desk_notes (
  reseller_id uuid not null,
  id uuid not null default uuidv7(),
  ticket_id uuid not null,
  author_id uuid not null references people (id),
  author_name text not null,
  text text not null check (length(text) between 1 and 5000),
  created_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, ticket_id) references tickets (reseller_id, id)
);
create index desk_notes_of_ticket on desk_notes (reseller_id, ticket_id, id);
create trigger append_only before update or delete on desk_notes for each row execute function refuse_change();
alter table desk_notes enable row level security;
create policy operator on desk_notes to app_operator using (true) with check (true);
grant select, insert on desk_notes to app_operator;

-- Which state a ticket came into, when and through whom. Append-only.
create table ticket_states (
  reseller_id uuid not null,
  id uuid not null default uuidv7(),
  ticket_id uuid not null,
  state text not null check (state in ('New', 'Open', 'Waiting for you', 'Solved', 'Closed')),
  who text not null,
  at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, ticket_id) references tickets (reseller_id, id)
);
create index ticket_states_of_ticket on ticket_states (reseller_id, ticket_id, id);
create trigger append_only before update or delete on ticket_states for each row execute function refuse_change();
alter table ticket_states enable row level security;
create policy tenant on ticket_states to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy operator on ticket_states to app_operator using (true) with check (true);
create policy worker on ticket_states to app_worker using (true) with check (true);
create policy own_customers on ticket_states as restrictive for select to app_restricted
  using (exists (select from tickets t where t.reseller_id = ticket_states.reseller_id and t.id = ticket_states.ticket_id));
grant select, insert on ticket_states to app_tenant, app_operator;
grant insert on ticket_states to app_worker;

-- Files sent with a message. They come first, each by itself; one that no message took within a day is removed.
create table ticket_files (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  sent_by uuid not null references people (id),
  name text not null check (length(name) between 1 and 120),
  media_type text not null,
  bytes bytea not null check (length(bytes) between 1 and 5000000),
  -- Real time: it is removed by it.
  created_at timestamptz not null default clock_timestamp(),
  primary key (reseller_id, id)
);
create index ticket_files_of_sender on ticket_files (reseller_id, sent_by);
-- Asks all resellers at once: forgotten files are removed.
create index ticket_files_by_age on ticket_files (created_at);
alter table ticket_files enable row level security;
create policy tenant on ticket_files to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy operator on ticket_files to app_operator using (true) with check (true);
create policy worker on ticket_files to app_worker using (true) with check (true);
grant select, insert on ticket_files to app_tenant, app_operator;
grant select (reseller_id, id, created_at), delete on ticket_files to app_worker;

create table ticket_attachments (
  reseller_id uuid not null,
  file_id uuid not null,
  message_id uuid not null,
  ticket_id uuid not null,
  primary key (reseller_id, file_id),
  foreign key (reseller_id, file_id) references ticket_files (reseller_id, id),
  foreign key (reseller_id, message_id) references ticket_messages (reseller_id, id),
  foreign key (reseller_id, ticket_id) references tickets (reseller_id, id)
);
create index ticket_attachments_of_ticket on ticket_attachments (reseller_id, ticket_id);
create trigger append_only before update or delete on ticket_attachments for each row execute function refuse_change();
alter table ticket_attachments enable row level security;
create policy tenant on ticket_attachments to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy operator on ticket_attachments to app_operator using (true) with check (true);
create policy worker on ticket_attachments for select to app_worker using (true);
create policy own_customers on ticket_attachments as restrictive for select to app_restricted
  using (exists (select from tickets t where t.reseller_id = ticket_attachments.reseller_id and t.id = ticket_attachments.ticket_id));
grant select, insert on ticket_attachments to app_tenant, app_operator;
grant select on ticket_attachments to app_worker;

create policy own_customers on ticket_files as restrictive for select to app_restricted
  using (exists (select from ticket_attachments a where a.reseller_id = ticket_files.reseller_id and a.file_id = ticket_files.id)
    or sent_by = (select person_id from memberships where reseller_id = ticket_files.reseller_id and id = (select app_restricted_to())));
