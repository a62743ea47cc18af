-- What a reseller says of its own company. Contacts and addresses it changes itself; name, VAT and registration number are
-- what invoices are made out to, so they are asked for and the operator decides.
alter table resellers
  add column address2 text not null default '',
  add column county text not null default '',
  add column telephone text not null default '',
  add column contact_name text not null default '',
  add column contact_email text not null default '',
  add column business_version int not null default 0;
grant update (address1, address2, town_city, county, post_code, telephone, contact_name, contact_email, billing_email, business_version)
  on resellers to app_tenant;

create table business_requests (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 100),
  vat_number text,
  company_number text,
  -- As they were when it was asked for.
  before_name text not null,
  before_vat_number text,
  before_company_number text,
  status text not null default 'Waiting' check (status in ('Waiting', 'Accepted', 'Declined', 'Withdrawn')),
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  note text,
  primary key (reseller_id, id),
  check ((status = 'Waiting') = (decided_at is null))
);
create unique index business_requests_one_waits on business_requests (reseller_id) where status = 'Waiting';
alter table business_requests enable row level security;
create policy tenant on business_requests to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy operator on business_requests to app_operator using (true) with check (true);
grant select, insert, update (status, decided_by, decided_at) on business_requests to app_tenant;
grant select, update (status, decided_by, decided_at, note) on business_requests to app_operator;
