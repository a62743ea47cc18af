-- Direct debits of resellers, each as its provider was last seen to have it. Of the account only the last digits are here.
create table mandates (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  provider text not null check (provider ~ '^[a-z]{2,20}$'),
  -- The provider's numbers: of what the mandate is begun from, and of the mandate once it is begun.
  prepared_ref text not null check (length(prepared_ref) between 1 and 255),
  mandate_ref text check (length(mandate_ref) between 1 and 255),
  -- With what invoices are paid, once they can be.
  payment_method_id uuid,
  status text not null default 'starting'
    check (status in ('starting', 'pendingApproval', 'pendingSubmission', 'submitted', 'active', 'suspended', 'failed', 'cancelled', 'expired', 'consumed', 'blocked')),
  -- Its company wants it to end, and the provider has yet to say that it did.
  ending boolean not null default false,
  scheme text not null check (scheme in ('bacs', 'sepa')),
  -- As it stands on the bank statement.
  reference text check (length(reference) <= 100),
  bank_name text check (length(bank_name) <= 200),
  account_ending text check (account_ending ~ '^\w{2,4}$'),
  next_charge_on date,
  failure_code text check (length(failure_code) <= 100),
  failure_reason text check (length(failure_reason) <= 500),
  -- Counts changes, so that what was read before one of them is not written after it.
  version int not null default 0,
  created_by text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, payment_method_id) references payment_methods (reseller_id, id)
);
-- A double click sets up one.
create unique index mandates_one_live on mandates (reseller_id)
  where status in ('starting', 'pendingApproval', 'pendingSubmission', 'submitted', 'active', 'suspended');
-- The provider names its own number before a reseller is known, and the daily look reads all that live.
create unique index mandates_at_provider_once on mandates (provider, mandate_ref);
create index mandates_to_watch on mandates (id)
  where status in ('starting', 'pendingApproval', 'pendingSubmission', 'submitted', 'active', 'suspended');
alter table mandates enable row level security;
create policy tenant on mandates to app_tenant
  using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on mandates to app_worker using (true) with check (true);
create policy whole_company on mandates as restrictive to app_restricted using (false);
-- How a mandate stands is said by the worker alone, after it has read it at the provider.
grant select, insert (reseller_id, provider, prepared_ref, scheme, created_by, created_at, changed_at), update (ending, version, changed_at) on mandates to app_tenant;
grant select, update on mandates to app_worker;

-- A mandate becomes a method to pay with, and takes it along when it ends.
drop policy if exists worker on payment_methods;
create policy worker on payment_methods to app_worker using (true) with check (true);
grant select, insert, update (status, closed_at, last_four) on payment_methods to app_worker;
grant update (auto_pay, payment_method_type, default_payment_method_id, version) on payment_settings to app_worker;
-- Providers of direct debits tell two digits of most accounts.
alter table payment_methods drop constraint payment_methods_last_four_check, add check (last_four ~ '^\w{2,4}$');

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(228, 'Direct debits they set up', 'mandates', 'without_names(t.created_by, $2) <> t.created_by and t.reseller_id in (select reseller_id from memberships where person_id = $1)', '{scheme,status,created_at}', '{}', 'changed', '{"created_by": "without_names(created_by, $2)"}', null);
