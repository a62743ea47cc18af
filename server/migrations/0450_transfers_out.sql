-- What another partner asks us for: seen at the vendor, given away in part or whole by the reseller, and gone from our book once
-- the vendor has moved it.
alter table transfers
  add column direction text not null default 'in' check (direction in ('in', 'out')),
  -- Nobody here asked for what another partner wants of us.
  alter column requested_by drop not null,
  drop constraint transfers_state_check,
  -- asked: the other partner waits for us; releasing: the vendor is to be told that we accept; left: it has moved there.
  add constraint transfers_state_check check (state in
    ('preparing', 'pending', 'withdrawing', 'moving', 'arriving', 'came', 'asked', 'releasing', 'left', 'refused', 'expired', 'withdrawn')),
  drop constraint transfers_check,
  add constraint transfers_moved_check check ((came_at is not null) = (state in ('arriving', 'came', 'left'))),
  add constraint transfers_way_check check (case direction
    when 'in' then state not in ('asked', 'releasing', 'left') and requested_by is not null
    else state not in ('preparing', 'pending', 'withdrawing', 'arriving', 'came') and vendor_ref is not null end);

-- One thing at a time is asked for or given away here; what somebody accepted at the vendor itself moves beside it.
drop index transfers_open;
create unique index transfers_open on transfers (reseller_id, customer_id, fulfiller)
  where state in ('preparing', 'pending', 'withdrawing', 'releasing') or (state = 'moving' and direction = 'in');
-- The vendor names a request once, however often it is seen.
create unique index transfers_asked_of_us on transfers (reseller_id, customer_id, fulfiller, vendor_ref) where direction = 'out';
drop index transfers_to_watch;
create index transfers_to_watch on transfers (id)
  where state in ('preparing', 'pending', 'withdrawing', 'moving', 'arriving', 'asked', 'releasing');
drop index transfers_over;
create index transfers_over on transfers (id desc) where state in ('came', 'left', 'refused', 'expired', 'withdrawn');

-- What is given away is ours, so it is known by its subscription.
alter table transfer_lines
  add column subscription_id uuid,
  add foreign key (reseller_id, subscription_id) references subscriptions (reseller_id, id);
create index transfer_lines_of_subscription on transfer_lines (reseller_id, subscription_id) where subscription_id is not null;

-- When a vendor was last asked what other partners want of a customer's.
alter table provider_tenants add column transfers_read_at timestamptz;

grant update (requested_by, message) on transfers to app_tenant;
grant insert (reseller_id, transfer_id, position, customer_id, offer_ref, name, quantity, term_until, vendor_ref, subscription_id)
  on transfer_lines to app_tenant;
grant insert on transfers to app_worker;
grant update (reason, reason_code), delete on transfer_lines to app_worker;
