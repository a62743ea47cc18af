-- Pictures of a reseller's logo, under the hash of what they hold: `<sha256>.png` or `<sha256>.svg`.
create table white_label_images (
  reseller_id uuid not null references resellers (id),
  name text not null check (name ~ '^[0-9a-f]{64}\.(png|svg)$'),
  bytes bytea not null check (length(bytes) between 1 and 200000),
  -- The size it is shown at, in CSS pixels.
  width int not null check (width between 1 and 163),
  height int not null check (height between 1 and 48),
  primary key (reseller_id, name),
  check (left(name, 64) = encode(sha256(bytes), 'hex'))
);
alter table white_label_images enable row level security;
create policy tenant on white_label_images to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy identity on white_label_images for select to app_identity using (true);
create policy worker on white_label_images for select to app_worker using (true);
grant select, insert, delete on white_label_images to app_tenant;
grant select on white_label_images to app_identity, app_worker;

-- What a reseller's portal looks like; one without a row looks like the marketplace.
create table white_labels (
  reseller_id uuid primary key references resellers (id),
  theme text not null check (theme in ('light', 'dark', 'default')),
  accent text not null check (accent ~ '^#[0-9a-f]{6}$'),
  -- Both or neither: null shows the marketplace's mark.
  logo text,
  mobile_logo text,
  version int not null check (version >= 1),
  changed_at timestamptz not null,
  check ((logo is null) = (mobile_logo is null)),
  foreign key (reseller_id, logo) references white_label_images (reseller_id, name),
  foreign key (reseller_id, mobile_logo) references white_label_images (reseller_id, name)
);
alter table white_labels enable row level security;
create policy tenant on white_labels to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy identity on white_labels for select to app_identity using (true);
create policy worker on white_labels for select to app_worker using (true);
grant select, insert, update on white_labels to app_tenant;
grant select on white_labels to app_identity, app_worker;

insert into white_labels (reseller_id, theme, accent, version, changed_at)
select id, theme, lower(accent), 1, clock_timestamp() from resellers where theme <> 'default' or accent <> '#2456c4';
alter table resellers drop column theme, drop column accent;

-- Addresses of the portal that belong to a reseller: who comes by one sees its label before signing in. Kept by the operator.
create table portal_hosts (
  reseller_id uuid not null references resellers (id),
  -- Without its port.
  host text not null check (host ~ '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$'),
  primary key (reseller_id, host)
);
-- A host belongs to one reseller of all.
create unique index portal_hosts_once on portal_hosts (host);
alter table portal_hosts enable row level security;
create policy tenant on portal_hosts for select to app_tenant using (reseller_id = (select app_reseller()));
create policy identity on portal_hosts for select to app_identity using (true);
create policy operator on portal_hosts to app_operator using (true) with check (true);
grant select on portal_hosts to app_tenant, app_identity;
grant select, insert, delete on portal_hosts to app_operator;

insert into feature_flags (name) values ('DisablePartnerLevelWhitelabel') on conflict do nothing;
