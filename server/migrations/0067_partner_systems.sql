-- In which of the other portals a reseller has an account.
alter table resellers
  add column partner_systems text[] not null default '{}'
    check (partner_systems <@ array['comms', 'distribution', 'hardware']);
