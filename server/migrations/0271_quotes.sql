-- Offers that a reseller makes to its customers at fixed prices. Once accepted, each of its orders is placed at them.
create table quotes (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  number int not null check (number > 0),
  -- Counts the changes of a draft, so that two people do not overwrite each other.
  version int not null default 1,
  title text not null check (length(title) between 1 and 100),
  message text not null check (length(message) <= 2000),
  recipient_name text not null,
  recipient_email text not null,
  currency text not null check (currency in ('GBP', 'EUR')),
  valid_until date not null,
  state text not null default 'draft' check (state in ('draft', 'sent', 'accepted', 'declined', 'withdrawn')),
  -- Who made it: people who look after a part of the company see their own.
  maker_membership_id uuid not null,
  made_by uuid,
  made_by_name text not null,
  made_at timestamptz not null,
  changed_at timestamptz not null,
  -- Whose orders it becomes: whoever sent it, or tried an order again.
  membership_id uuid not null,
  -- The member of staff in that person's session.
  behind_id uuid,
  behind text,
  sent_by_name text,
  sent_at timestamptz,
  opened_at timestamptz,
  -- When it was accepted, declined or withdrawn.
  ended_at timestamptz,
  -- Who accepted or declined, as they typed it, and how they came.
  signer_name text,
  signer_ip text,
  signer_device text,
  signature bytea,
  decline_reason text,
  -- When whoever sent it was told that it is about to expire.
  reminded_at timestamptz,
  primary key (reseller_id, id),
  unique (reseller_id, number),
  foreign key (reseller_id, maker_membership_id) references memberships (reseller_id, id),
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id),
  check ((state = 'draft') = (sent_at is null))
);
create index quotes_of_maker on quotes (reseller_id, maker_membership_id);
create index quotes_of_sender on quotes (reseller_id, membership_id);
create index quotes_by_state on quotes (reseller_id, state, id);
-- Not led by the tenant: what came to nothing is removed, and what is about to expire told of, for all at once.
create index quotes_without_order_by_age on quotes (changed_at) where state <> 'accepted';
create index quotes_waiting_by_end on quotes (valid_until) where state = 'sent' and reminded_at is null;
alter table quotes enable row level security;
create policy tenant on quotes to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on quotes to app_worker using (true) with check (true);
grant select, insert on quotes to app_tenant;
grant update (version, title, message, recipient_name, recipient_email, valid_until, state, changed_at, membership_id, behind_id, behind,
  sent_by_name, sent_at, opened_at, ended_at, signer_name, signer_ip, signer_device, signature, decline_reason) on quotes to app_tenant;
grant select, delete, update (reminded_at) on quotes to app_worker;

-- One order of a quote: what it adds of one product at one customer.
create table quote_orders (
  reseller_id uuid not null references resellers (id),
  quote_id uuid not null,
  position int not null,
  customer_id uuid not null,
  product_id text not null references products (id),
  -- Lines with their prices: of the last change of a draft, and fixed from the sending on.
  lines jsonb not null,
  -- Answers to what the product's journey asks.
  details jsonb not null default '{}',
  state text not null default 'quoted' check (state in ('quoted', 'waiting', 'refused', 'ordered')),
  reason text,
  order_id uuid,
  primary key (reseller_id, quote_id, position),
  foreign key (reseller_id, quote_id) references quotes (reseller_id, id) on delete cascade,
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  check ((state = 'ordered') = (order_id is not null))
);
create index quote_orders_of_customer on quote_orders (reseller_id, customer_id);
create unique index quote_orders_of_order on quote_orders (reseller_id, order_id);
alter table quote_orders enable row level security;
create policy tenant on quote_orders to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on quote_orders to app_worker using (true) with check (true);
create policy own_customers on quote_orders as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on quote_orders as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert, delete on quote_orders to app_tenant;
grant update (lines, details, state, reason, order_id) on quote_orders to app_tenant;
grant select on quote_orders to app_worker;

-- The link by which whoever was sent a quote reads and answers it, without signing in. Only its hash is kept.
create table quote_links (
  reseller_id uuid not null references resellers (id),
  quote_id uuid not null,
  link_hash bytea not null check (length(link_hash) = 32),
  made_at timestamptz not null,
  primary key (reseller_id, quote_id),
  foreign key (reseller_id, quote_id) references quotes (reseller_id, id) on delete cascade
);
-- Not led by the tenant: whoever follows a link says nothing else.
create unique index quote_links_by_hash on quote_links (link_hash);
alter table quote_links enable row level security;
create policy tenant on quote_links to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy identity on quote_links for select to app_identity using (true);
grant select, insert, update (link_hash, made_at) on quote_links to app_tenant;
grant select on quote_links to app_identity;

-- The document as it was sent, whose hash is part of the acceptance.
create table quote_documents (
  reseller_id uuid not null references resellers (id),
  quote_id uuid not null,
  bytes bytea not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null,
  primary key (reseller_id, quote_id),
  foreign key (reseller_id, quote_id) references quotes (reseller_id, id) on delete cascade
);
alter table quote_documents enable row level security;
create policy tenant on quote_documents to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
grant select, insert on quote_documents to app_tenant;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(81, 'Quotes they made or sent', 'quotes', '$1 in (t.made_by, t.behind_id) or (t.reseller_id, t.membership_id) in (select reseller_id, id from memberships where person_id = $1)', '{number,title,made_at}', '{made_by,behind_id,maker_membership_id,membership_id}', 'changed', '{"made_by_name": "without_names(made_by_name, $2)", "sent_by_name": "without_names(sent_by_name, $2)", "behind": "without_names(behind, $2)"}', null),
(82, 'Quotes sent to them', 'quotes', 'lower(t.recipient_email) = any($3)', '{number,title,recipient_name,recipient_email,sent_at,ended_at,signer_name,signer_ip,signer_device,signature}', '{}', 'kept', null, 'An accepted quote is a contract, which the law asks to keep for six years and the current one; any other goes three years after its last change.');
