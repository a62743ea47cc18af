-- A flag is on for everybody, for nobody, or for a share of the resellers; what is said of one reseller goes before that.
alter table feature_flags
  add column percentage smallint not null default 100 check (percentage between 0 and 100);
insert into feature_flags (name, enabled)
select name, name = 'Notifications' from unnest(array[
  'M365SecureUpgrade', 'ModifyJourney', 'NCEGlobalModify', 'BillingPlatformReporting', 'PSAScreenOverview', 'UseNewPSAService',
  'GDAP', 'BillingDisableAddCredit', 'BillingPlatformPayment', 'BillingPlatformPaymentAmex', 'M365AccountLink', 'NewStatusPage',
  'NCEAssignedLicences', 'DisablePartnerLevelWhitelabel', 'DisableLegacyMicrosoftOrders', 'EnableSchedulingBillingCycleChangesForEoS',
  'Knowledgebase', 'CrossSell', 'PSA-V2', 'PSADataCaching', 'Notifications', 'LiveChat']) name
on conflict do nothing;

create table reseller_flags (
  reseller_id uuid not null references resellers (id),
  flag text not null references feature_flags (name),
  enabled boolean not null,
  primary key (reseller_id, flag)
);
alter table reseller_flags enable row level security;
create policy identity on reseller_flags for select to app_identity using (true);
create policy operator on reseller_flags to app_operator using (true) with check (true);
grant select on reseller_flags to app_identity;
grant select, insert, update, delete on reseller_flags to app_operator;

-- Who switched what. Append-only.
create table flag_changes (
  id uuid primary key default uuidv7(),
  flag text not null references feature_flags (name),
  at timestamptz not null,
  who text not null,
  what text not null
);
create index flag_changes_of_flag on flag_changes (flag, id desc);
create trigger append_only before update or delete on flag_changes for each row execute function refuse_change();
grant select, insert on flag_changes to app_operator;

-- What a person should know of. One that names a service also lies in the panel of service notices until it is closed.
create table notifications (
  reseller_id uuid not null,
  id uuid not null default uuidv7(),
  membership_id uuid not null,
  category text not null check (category in ('Orders', 'Billing', 'Agreements', 'Support', 'Service status')),
  content text not null check (length(content) between 1 and 1000),
  -- Own address of the page about it.
  link text,
  status text not null default 'new' check (status in ('new', 'read')),
  service_name text,
  closed_at timestamptz,
  created_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id)
);
create index notifications_of_person on notifications (reseller_id, membership_id, id desc);
create index notifications_new on notifications (reseller_id, membership_id) where status = 'new';
create index notifications_open on notifications (reseller_id, membership_id, id desc)
  where service_name is not null and closed_at is null;
-- Asks all resellers at once: old ones are removed.
create index notifications_by_age on notifications (created_at);
alter table notifications enable row level security;
create policy tenant on notifications to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy operator on notifications for insert to app_operator with check (true);
create policy worker on notifications to app_worker using (true) with check (true);
grant select, insert, update (status, closed_at) on notifications to app_tenant;
grant insert on notifications to app_operator;
grant select, insert, delete on notifications to app_worker;

-- What the operator tells many at once: an announcement opens by itself, a banner stands above every page.
create table announcements (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('announcement', 'banner')),
  title text not null check (length(title) between 1 and 100),
  body text not null check (length(body) between 1 and 5000),
  -- Whom it is for; empty means everybody.
  user_kinds text[] not null default '{}',
  reseller_ids uuid[] not null default '{}',
  starts_at timestamptz not null,
  ends_at timestamptz,
  withdrawn_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  check (ends_at > starts_at)
);
grant select on announcements to app_identity;
grant select, insert, update (withdrawn_at) on announcements to app_operator;

-- Whom an announcement leaves alone: until then, or for good.
create table announcement_answers (
  person_id uuid not null references people (id),
  announcement_id uuid not null references announcements (id),
  hidden_until timestamptz,
  primary key (person_id, announcement_id)
);
grant select, insert, update on announcement_answers to app_identity;

-- Features that people are asked to rate, once they have used them.
create table rating_features (
  id text primary key,
  title text not null,
  description text not null,
  -- Actions of the activity log that count as a use, and how many of them make the question due.
  actions text[] not null,
  uses int not null check (uses > 0),
  enabled boolean not null default false,
  -- Who is asked; empty means everybody.
  user_kinds text[] not null default '{}'
);
insert into rating_features (id, title, description, actions, uses) values
  ('ordering', 'How is ordering?', 'You have ordered services for your customers. Did it go the way you wanted?', '{orders.add}', 3),
  ('customers', 'How is managing customers?', 'You have looked after customers here. Was it as easy as it should be?', '{customers.add,customers.update,customers.rename}', 3),
  ('agreements', 'How is signing agreements?', 'You have signed agreements here. Was it clear what you signed?', '{agreements.sign}', 3);
grant select on rating_features to app_tenant, app_operator;
grant update (enabled, user_kinds) on rating_features to app_operator;

create table ratings (
  reseller_id uuid not null,
  id uuid not null default uuidv7(),
  feature_id text not null references rating_features (id),
  membership_id uuid not null,
  -- Thumb up or down; none when the question was closed.
  rating boolean,
  comments text not null check (length(comments) <= 1000),
  created_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id)
);
create index ratings_of_person on ratings (reseller_id, membership_id, created_at);
alter table ratings enable row level security;
create policy tenant on ratings to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy operator on ratings for select to app_operator using (true);
grant select, insert on ratings to app_tenant;
grant select on ratings to app_operator;
