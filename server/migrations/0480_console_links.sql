-- Links that sign somebody in to a vendor's console: asked for by the portal, made by a worker, which alone may speak with
-- the vendor, and followed within a minute by whoever asked. A link is a secret, so it is kept sealed.
create table console_links (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  product_id text not null references products (id),
  fulfiller text not null references vendors (id),
  membership_id uuid not null,
  state text not null default 'asked' check (state in ('asked', 'ready', 'refused')),
  sealed text check ((sealed is not null) = (state = 'ready')),
  -- Why there is none, in words for the reseller.
  reason text check ((reason is not null) = (state = 'refused')),
  -- In real time, as the vendor's own links are.
  created_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id)
);
-- Removed for all resellers at once.
create index console_links_by_age on console_links (created_at);
-- A worker is told the id alone.
create unique index console_links_by_id on console_links (id);
alter table console_links enable row level security;
create policy tenant on console_links to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on console_links to app_worker using (true) with check (true);
create policy own_customers on console_links as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on console_links as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert on console_links to app_tenant;
grant select, update (state, sealed, reason, answered_at), delete on console_links to app_worker;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(206, 'Consoles of vendors that they open', 'console_links', '(t.reseller_id, t.membership_id) in (select reseller_id, id from memberships where person_id = $1)', '{created_at}', '{membership_id}', 'deleted', null, null);
