-- Where its vendor ended a term within a period, the days after that were given back, and a later refund ends there: it
-- corrects the same charge, of which those days take no units away.
create or replace function charge_given_back(refund charges) returns uuid language sql stable
begin atomic
  select c.id from charges c
  where c.reseller_id = refund.reseller_id and c.customer_id = refund.customer_id and c.due_on <= refund.due_on
    and c.subscription_id = refund.subscription_id and c.currency = refund.currency and c.kind <> 'refund' and c.corrects is null
    and c.period_from <= refund.period_from
    and (c.kind = 'once' or c.period_until = refund.period_until or exists (
      select from charges k where k.reseller_id = c.reseller_id and k.corrects = c.id and k.period_from = refund.period_until))
    and c.quantity + coalesce((
      select sum(k.quantity) from charges k
      where k.reseller_id = c.reseller_id and k.corrects = c.id and k.period_from is distinct from refund.period_until), 0) >= -refund.quantity
  order by c.recorded_at desc, c.id desc limit 1;
end;
