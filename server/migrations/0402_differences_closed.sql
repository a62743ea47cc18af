-- How a difference was settled, by which order its vendor was asked, and when the vendor was last seen with it.
alter table differences
  add column cure text check (cure in ('take', 'ask', 'accept', 'adopt')),
  add column order_id uuid,
  add column read_at timestamptz,
  add foreign key (reseller_id, order_id) references orders (reseller_id, id);
grant update (cure, order_id) on differences to app_tenant, app_operator;
-- The operator is told who saw it.
create policy operator on vendor_views for select to app_operator using (true);
grant select (reseller_id, id, subscription_id, seen_by, seen_at) on vendor_views to app_operator;
create index differences_of_order on differences (reseller_id, order_id) where order_id is not null;
create index differences_closed on differences (reseller_id, closed_at desc, id desc) where state = 'closed';
