-- What the page of a product says and the words by which it is found. A row for each product that can be sold.
create table product_pages (
  product_id text primary key references products (id),
  -- Who makes it, as customers know them.
  vendor text not null,
  -- What it is, in three lines.
  lines text[] not null check (cardinality(lines) = 3),
  -- What people call it.
  synonyms text[] not null,
  -- What must be there before it works.
  needs text[] not null,
  -- What each of its plans contains, by SKU.
  features jsonb not null,
  -- Products that go with it, and why.
  goes_with jsonb not null,
  -- Which customers might want it, and why; null if nothing that is known of them tells.
  fit jsonb
);
grant select on product_pages to app_tenant, app_operator, app_worker;
create trigger renew_version after insert or update or delete or truncate on product_pages for each statement execute function renew_catalogue_version();
