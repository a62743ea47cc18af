alter table policies drop constraint policies_kind_check,
  add constraint policies_kind_check check (kind in ('window', 'refund', 'termEnd', 'intent'));

-- What is wanted of a subscription from a day on, and whether its vendor has it. Ours, whatever the vendor does to it.
create table intents (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  product_id text not null,
  subscription_id uuid not null,
  kind text not null check (kind in ('termEnd', 'billing')),
  wish jsonb not null,
  counts_from date not null,
  -- Null where nobody said anything and the rule of the term holds.
  set_by text,
  set_at timestamptz not null,
  state text not null default 'notYet' check (state in ('notYet', 'placed', 'lost', 'placedAgain', 'tooLate', 'withdrawn', 'done')),
  since timestamptz not null,
  -- How often the vendor was seen without it.
  losses int not null default 0,
  told_at timestamptz,
  -- When something newer was wanted, or it was carried out or too late.
  closed_at timestamptz,
  primary key (reseller_id, id),
  foreign key (reseller_id, customer_id) references customers (reseller_id, id),
  foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id)
);
create unique index intents_once on intents (reseller_id, subscription_id, kind) where closed_at is null;
create index intents_of_subscription on intents (reseller_id, subscription_id);
create index intents_of_customer on intents (reseller_id, customer_id);
-- Across resellers: what must soon be at its vendor and is not.
create index intents_to_watch on intents (counts_from) where closed_at is null and state in ('notYet', 'lost');
alter table intents enable row level security;
create policy tenant on intents to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on intents to app_worker using (true) with check (true);
create policy own_customers on intents as restrictive to app_restricted
  using ((select app_every_customer()) or customer_id in (select app_own_customers()));
create policy own_products on intents as restrictive to app_restricted
  using ((select app_every_product()) or product_id in (select app_own_products()));
grant select, insert on intents to app_tenant, app_worker;
grant update (state, since, closed_at) on intents to app_tenant;
grant update on intents to app_worker;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(69, 'What they wanted for the end of terms', 'intents', 'without_names(coalesce(t.set_by, ''''), $2) <> coalesce(t.set_by, '''') and (t.reseller_id in (select reseller_id from memberships where person_id = $1) or exists (select from operators where person_id = $1))', '{kind,set_at}', '{}', 'changed', '{"set_by": "without_names(set_by, $2)"}', null);
