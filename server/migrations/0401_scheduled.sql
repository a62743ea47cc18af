-- What is scheduled is listed by day. State, kind and outcome are in the index so that a filter reads no other rows.
create index intents_by_day on intents (reseller_id, counts_from, id, state, kind, (wish ->> 'outcome')) where closed_at is null;
-- Across resellers: the operator's list of the same.
create index intents_of_all_by_day on intents (counts_from, id, state, kind, (wish ->> 'outcome')) where closed_at is null;

create policy operator on intents for select to app_operator using (true);
grant select on intents to app_operator;
grant select (id, name, instance_id, policy_ids) on subscriptions to app_operator;
