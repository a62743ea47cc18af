-- A new term begins before the present one is over.
alter table orders drop constraint orders_task_check,
  add constraint orders_task_check check (task in ('add', 'change', 'newTerm', 'schedule', 'cancel', 'suspend', 'resume', 'details', 'upgrade'));

-- A period is charged once; on the day on which a new term begins, one of the old offer may have begun as well.
create unique index charges_recurring_once_an_offer on charges (reseller_id, subscription_id, period_from, offer_id) where kind = 'recurring';
drop index charges_recurring_once;
