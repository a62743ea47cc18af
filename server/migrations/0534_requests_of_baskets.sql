-- An order of a basket that needs approval becomes a request when it is placed.
alter table basket_lines add column request_id uuid,
  add foreign key (reseller_id, request_id) references requests (reseller_id, id),
  drop constraint basket_lines_check1,
  add check ((state = 'ordered') = (num_nonnulls(order_id, request_id) = 1));
create index basket_lines_of_request on basket_lines (reseller_id, request_id);
grant update (request_id) on basket_lines to app_tenant;
