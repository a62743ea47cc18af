-- What resellers sign before they order, the signatures, and the documents that were made of them.

create table agreements (
  id text not null check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  version int not null check (version >= 1),
  title text not null,
  summary text not null,
  -- Numbers of the agreement scheme that this agreement is asked for under.
  service_ids int[] not null,
  -- [{heading, paragraphs}]
  sections jsonb not null,
  -- Hex SHA-256 of title, version and sections: what was signed.
  text_hash text not null check (text_hash ~ '^[0-9a-f]{64}$'),
  primary key (id, version)
);
create trigger append_only before update or delete on agreements for each row execute function refuse_change();
grant select on agreements to app_tenant, app_operator, app_worker;

-- Files that must stay as they were made.
create table documents (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('agreement')),
  name text not null,
  media_type text not null,
  bytes bytea not null,
  sha256 text not null check (sha256 = encode(sha256(bytes), 'hex')),
  created_at timestamptz not null,
  primary key (reseller_id, id)
);
create trigger append_only before update or delete on documents for each row execute function refuse_change();
alter table documents enable row level security;
create policy tenant on documents to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on documents to app_worker using (true) with check (true);
grant select, insert on documents to app_tenant, app_worker;

-- Drawn signatures, kept from the moment they are sent.
create table signature_images (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  membership_id uuid not null,
  png bytea not null check (length(png) <= 200000),
  created_at timestamptz not null,
  primary key (reseller_id, id),
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id)
);
create trigger append_only before update or delete on signature_images for each row execute function refuse_change();
alter table signature_images enable row level security;
create policy tenant on signature_images to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on signature_images for select to app_worker using (true);
grant select, insert on signature_images to app_tenant;
grant select on signature_images to app_worker;

-- One signature per reseller and version of an agreement.
create table agreement_signatures (
  reseller_id uuid not null references resellers (id),
  id uuid not null default uuidv7(),
  agreement_id text not null,
  version int not null,
  text_hash text not null,
  membership_id uuid not null,
  signer_name text not null check (length(signer_name) between 1 and 100),
  job_title text not null check (length(job_title) between 1 and 100),
  -- Null where the name was typed.
  signature_image_id uuid,
  -- Business time, and when it really happened.
  signed_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  ip text not null,
  document_id uuid not null,
  primary key (reseller_id, id),
  foreign key (agreement_id, version) references agreements (id, version),
  foreign key (reseller_id, membership_id) references memberships (reseller_id, id),
  foreign key (reseller_id, signature_image_id) references signature_images (reseller_id, id),
  foreign key (reseller_id, document_id) references documents (reseller_id, id)
);
create unique index agreement_signed_once on agreement_signatures (reseller_id, agreement_id, version);
create trigger append_only before update or delete on agreement_signatures for each row execute function refuse_change();
alter table agreement_signatures enable row level security;
create policy tenant on agreement_signatures to app_tenant using (reseller_id = (select app_reseller())) with check (reseller_id = (select app_reseller()));
create policy worker on agreement_signatures to app_worker using (true) with check (true);
grant select, insert on agreement_signatures to app_tenant;
grant select on agreement_signatures to app_worker;
