-- What people did about an order after it was placed is read with it. Placing one writes no entry here.
create index activity_on_orders on activity (reseller_id, object_id, id)
  where object_kind = 'order' and action in ('orders.retry', 'orders.look', 'orders.cancelRest');

-- What an order charged for itself and for none of its lines, such as delivery; the rest is found by subscription.
create index charges_of_whole_orders on charges (reseller_id, order_id) where subscription_id is null;
