-- API tokens in the map of what is held about a person: they go with whoever made them.
insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(37, 'API tokens they made', 'api_tokens', 't.person_id = $1', '{name,scopes,created_at,expires_at,last_used_at,used_from}', '{person_id,membership_id,made_by,hash}', 'deleted', null, null),
(38, 'API tokens they revoked', 'api_tokens', 'without_names(t.revoked_by, $2) <> t.revoked_by and (t.reseller_id in (select reseller_id from memberships where person_id = $1) or exists (select from operators where person_id = $1))', '{name,revoked_at}', '{}', 'changed', '{"revoked_by": "without_names(revoked_by, $2)"}', null);
