-- What was answered with an order can be corrected while people are at work on it.
grant update (details) on orders to app_tenant;

drop index activity_on_orders;
create index activity_on_orders on activity (reseller_id, object_id, id)
  where object_kind = 'order' and action in ('orders.retry', 'orders.look', 'orders.cancelRest', 'orders.answer');
