-- What the operator says of a product in place of what a release ships. The tables that everybody reads hold what counts;
-- here is what it is put together from. A row for each product.
create table product_words (
  product_id text primary key references products (id),
  -- As the last release says it, by the names of the columns that hold it; its offers with their names, order and sale.
  shipped jsonb not null,
  -- What differs from it, by the same names; names of plans by SKU, their order, and its picture.
  own jsonb not null default '{}',
  -- Renewed by whatever changes of the product.
  version int not null default 1,
  changed_at timestamptz
);
grant select on product_words to app_operator;
grant update (own, version, changed_at) on product_words to app_operator;

-- Links to what can be read about a product.
alter table product_pages add column documents jsonb not null default '[]';

-- From when until when a product, or one of its offers, is not sold. Who has it keeps it.
create table withdrawals (
  id uuid primary key default uuidv7(),
  product_id text not null references products (id),
  -- Null for all of the product.
  offer_id text references offers (id),
  from_date date not null,
  -- The day on which it is sold again; null if that is open.
  until_date date check (until_date > from_date),
  -- Whether it is one of its days, as was last looked.
  holds boolean not null default false,
  unique nulls not distinct (product_id, offer_id)
);
create index withdrawals_of_offer on withdrawals (offer_id) where offer_id is not null;
grant select, insert, update, delete on withdrawals to app_operator;
grant select, update (holds) on withdrawals to app_worker;

-- A picture by the hash of what it holds, so that what is at its address never changes.
create table product_pictures (
  product_id text not null references products (id),
  name text not null check (name ~ '^[0-9a-f]{64}\.webp$'),
  bytes bytea not null check (length(bytes) between 1 and 300000),
  primary key (product_id, name),
  check (left(name, 64) = encode(sha256(bytes), 'hex'))
);
create index product_pictures_by_name on product_pictures (name);
grant select, insert, delete on product_pictures to app_operator;
grant select on product_pictures to app_identity;
-- Null shows its drawing. What the picture shows is said to those who do not see it.
alter table products add column picture text, add column picture_alt text not null default '';

-- Lays what the operator says over what is shipped, and takes what is withdrawn off sale: of one product, or of all.
create function lay_words(of_product text) returns void language sql security definer set search_path = public
begin atomic
  update products p set (name, description, category, picture, picture_alt, hidden) = (
    select r.name, r.description, r.category, r.picture, coalesce(r.picture_alt, ''), r.hidden or exists (
      select from withdrawals d where d.product_id = p.id and d.offer_id is null and d.holds)
    from jsonb_populate_record(null::products, w.shipped || w.own) r)
  from product_words w where w.product_id = p.id and (of_product is null or w.product_id = of_product);
  update product_pages g set (lines, synonyms, needs, features, goes_with, documents) = (
    select r.lines, r.synonyms, r.needs, r.features, r.goes_with, r.documents
    from jsonb_populate_record(null::product_pages, w.shipped || w.own) r)
  from product_words w where w.product_id = g.product_id and (of_product is null or w.product_id = of_product);
  update offers o set name = n.name, position = n.position, for_sale = n.for_sale
  from (
    select s.id, coalesce(w.own -> 'names' ->> s.sku, s.name) as name,
      (min(s.position) over (partition by w.product_id) - 1 + row_number() over (
        partition by w.product_id order by array_position(array(select jsonb_array_elements_text(w.own -> 'order')), s.sku), s.position))::int as position,
      s.for_sale and not exists (select from withdrawals d where d.offer_id = s.id and d.holds) as for_sale
    from product_words w
      cross join lateral jsonb_to_recordset(w.shipped -> 'offers') as s (id text, sku text, name text, position int, for_sale boolean)
    where of_product is null or w.product_id = of_product) n
  where n.id = o.id;
end;
revoke execute on function lay_words(text) from public;
grant execute on function lay_words(text) to app_operator, app_worker;
