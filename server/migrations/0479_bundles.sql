-- Several products that are sold together to one person of a customer; shipped with each release, as products are.
create table bundles (
  id text primary key,
  name text not null,
  description text not null,
  position integer not null
);

create table bundle_products (
  bundle_id text not null references bundles (id) on delete cascade,
  product_id text not null references products (id),
  position integer not null,
  primary key (bundle_id, product_id)
);

grant select on bundles, bundle_products to app_tenant;
