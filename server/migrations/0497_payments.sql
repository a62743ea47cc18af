-- What resellers pay on their invoices, by whichever gateway, and how each payment moved.
create table payments (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  invoice_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('GBP', 'EUR')),
  kind text not null check (kind in ('card', 'directDebit', 'bankTransfer')),
  gateway text not null check (gateway ~ '^[a-z]{2,20}$'),
  -- The gateway's number of it; null until it is known.
  gateway_ref text check (length(gateway_ref) between 1 and 255),
  payment_method_id uuid,
  state text not null default 'submitted'
    check (state in ('submitted', 'needsAction', 'processing', 'unknown', 'presumedPaid', 'confirmed', 'failed', 'cancelled', 'refunded', 'chargedBack')),
  -- What of it we have: posted to the ledger, so that a payment is never posted twice.
  held_minor bigint not null default 0 check (held_minor between 0 and amount_minor),
  -- What of that was more than was owed.
  credited_minor bigint not null default 0 check (credited_minor between 0 and held_minor),
  -- Such as `Visa ending 4242`.
  paid_with text check (length(paid_with) <= 100),
  failure_code text check (length(failure_code) <= 100),
  failure_reason text check (length(failure_reason) <= 500),
  -- With which the gateway is asked, so that asking again does nothing again.
  idempotency_key text not null,
  created_by text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, invoice_id) references invoices (reseller_id, id)
);
-- One attempt at a time: what is on its way is not paid again.
create unique index payments_one_on_its_way on payments (reseller_id, invoice_id)
  where state in ('submitted', 'needsAction', 'processing', 'unknown', 'presumedPaid');
create index payments_of_invoice on payments (reseller_id, invoice_id, id);
-- A gateway names its own number before a reseller is known, and the reconciliation looks at all that is on its way.
create unique index payments_at_gateway_once on payments (gateway, gateway_ref);
create index payments_by_id on payments (id);
create index payments_to_watch on payments (id)
  where state in ('submitted', 'needsAction', 'processing', 'unknown', 'presumedPaid');
alter table payments enable row level security;
create policy tenant on payments to app_tenant
  using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on payments to app_worker using (true) with check (true);
create policy whole_company on payments as restrictive to app_restricted using (false);
-- Money is posted by the worker alone: a tenant's transaction cannot say that something was paid.
grant select on payments to app_tenant;
grant insert (reseller_id, id, invoice_id, amount_minor, currency, kind, gateway, payment_method_id, idempotency_key, created_by, created_at, changed_at) on payments to app_tenant;
grant update (state, gateway_ref, failure_code, failure_reason, changed_at) on payments to app_tenant;
grant select, insert, update on payments to app_worker;

create function payments_of_tenant() returns trigger language plpgsql as $$
begin
  if current_user in ('app_tenant', 'app_restricted') and (new.state in ('presumedPaid', 'confirmed', 'refunded', 'chargedBack') or old.held_minor <> 0) then
    raise exception 'only the worker posts money' using errcode = '42501';
  end if;
  if old.state in ('confirmed', 'refunded', 'chargedBack') and new.state not in ('confirmed', 'failed', 'refunded', 'chargedBack') then
    raise exception 'a payment moves forward only' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger forward_only before update of state on payments for each row execute function payments_of_tenant();

-- Each move of a payment, with what we had of it then.
create table payment_events (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  payment_id uuid not null,
  state text not null,
  held_minor bigint not null,
  -- Its posting in the ledger, where money moved.
  posting_id uuid,
  heard_by text not null check (heard_by in ('answer', 'webhook', 'reconciliation')),
  at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, payment_id) references payments (reseller_id, id)
);
create index payment_events_of_payment on payment_events (reseller_id, payment_id, id);
-- Each amount is come to once in each state: nothing is posted twice.
create unique index payment_events_posted_once on payment_events (reseller_id, payment_id, state, held_minor) where posting_id is not null;
create trigger append_only before update or delete on payment_events for each row execute function refuse_change();
alter table payment_events enable row level security;
create policy tenant on payment_events to app_tenant
  using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on payment_events to app_worker using (true) with check (true);
create policy whole_company on payment_events as restrictive to app_restricted using (false);
grant select on payment_events to app_tenant;
grant insert (reseller_id, payment_id, state, held_minor, heard_by, at) on payment_events to app_tenant;
grant select, insert on payment_events to app_worker;

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(217, 'Payments they began', 'payments', 'without_names(t.created_by, $2) <> t.created_by and t.reseller_id in (select reseller_id from memberships where person_id = $1)', '{amount_minor,currency,state,created_at}', '{}', 'changed', '{"created_by": "without_names(created_by, $2)"}', null);

-- What is there is on until the operator switches it off.
update feature_flags set enabled = true where name = 'BillingPlatformPayment';
