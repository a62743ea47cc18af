-- What a plan is found by: its name and number, its product with what people call it, and who makes it. Laid anew with the
-- words of its product.
create table plan_words (
  product_id text not null references products (id),
  sku text not null,
  name text not null,
  is_add_on boolean not null,
  words text not null,
  primary key (product_id, sku)
);
create index plan_words_found on plan_words using gin (words gin_trgm_ops);
grant select on plan_words to app_tenant;

create function lay_plan_words(of_product text) returns void language sql
begin atomic
  delete from plan_words w where of_product is null or w.product_id = of_product;
  insert into plan_words (product_id, sku, name, is_add_on, words)
  select distinct on (o.product_id, o.sku) o.product_id, o.sku, o.name, o.is_add_on,
    ' ' || lower(concat_ws(' ', o.name, p.name, g.vendor, array_to_string(g.synonyms, ' '), o.sku))
  from offers o join products p on p.id = o.product_id left join product_pages g on g.product_id = o.product_id
  where o.for_sale and o.billing <> 'daily' and (of_product is null or o.product_id = of_product)
  order by o.product_id, o.sku, o.position;
end;
revoke execute on function lay_plan_words(text) from public;

-- As before, and what plans are found by follows.
create or replace function lay_words(of_product text) returns void language sql security definer set search_path = public
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
  select lay_plan_words(of_product);
end;
