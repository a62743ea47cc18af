-- Every charge given back names the charge that it corrects, whoever writes it, and so does its line on a document.

-- Returned seats are the newest, and those that one charge covers are given back by a row of their own. So it is the newest
-- charge of the same period of which enough is left.
create function charge_given_back(refund charges) returns uuid language sql stable
begin atomic
  select c.id from charges c
  where c.reseller_id = refund.reseller_id and c.customer_id = refund.customer_id and c.due_on <= refund.due_on
    and c.subscription_id = refund.subscription_id and c.currency = refund.currency and c.kind <> 'refund' and c.corrects is null
    and c.period_from <= refund.period_from and (c.period_until = refund.period_until or c.kind = 'once')
    and c.quantity + coalesce((
      select sum(k.quantity) from charges k where k.reseller_id = c.reseller_id and k.corrects = c.id), 0) >= -refund.quantity
  order by c.recorded_at desc, c.id desc limit 1;
end;

create function name_corrected_charge() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.corrects := charge_given_back(new);
  return new;
end $$;
create trigger name_corrected before insert on charges for each row when (new.kind = 'refund' and new.corrects is null)
  execute function name_corrected_charge();

-- As before; several of a line in the order in which they were promised, newest seats first.
create or replace function release_charges(reseller uuid, of_order uuid, subscriptions uuid[], at timestamptz) returns void language sql
begin atomic
  with open as (select billed_until from billing_state where reseller_id = reseller for share)
  insert into charges (reseller_id, id, customer_id, subscription_id, order_id, product_id, offer_id, kind, description, period_from,
    period_until, due_on, quantity, unit_cost, amount_minor, currency, policy_id, recorded_at)
  select h.reseller_id, h.id, h.customer_id, h.subscription_id, h.order_id, h.product_id, h.offer_id, h.kind, h.description, h.period_from,
    h.period_until, greatest(h.due_on, open.billed_until), h.quantity, h.unit_cost, h.amount_minor, h.currency, h.policy_id, at
  from open cross join held_charges h
  where h.reseller_id = reseller and h.order_id = of_order
    and case when subscriptions is null then h.subscription_id is null else h.subscription_id = any (subscriptions) end
    and not exists (select from charges c where c.reseller_id = h.reseller_id and c.id = h.id)
  order by h.id;
end;

-- The charge that the line corrects, as it was when the line was written. Lines from before name none.
alter table invoice_lines add column corrects uuid, add foreign key (reseller_id, corrects) references charges (reseller_id, id);
create index invoice_lines_that_correct on invoice_lines (reseller_id, invoice_id) where corrects is not null;

alter table charges disable trigger append_only;
do $$
declare refund charges;
begin
  for refund in select * from charges where kind = 'refund' and amount_minor < 0 and corrects is null order by recorded_at, id loop
    update charges set corrects = charge_given_back(refund) where reseller_id = refund.reseller_id and id = refund.id;
  end loop;
end $$;
alter table charges enable trigger append_only;
