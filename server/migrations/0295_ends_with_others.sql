-- Terms that can be shortened, to end with a calendar month or another subscription.
alter table policies drop constraint policies_kind_check,
  add constraint policies_kind_check check (kind in ('window', 'refund', 'termEnd', 'intent', 'goods', 'alignment'));
-- The rule by which they can; null if they cannot.
alter table offers add column alignment_policy_id text references policies (id);
