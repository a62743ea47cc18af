-- A row whose not-null keys already reach another row of its reseller need not be looked up in resellers as well: that
-- row's own key does so. Each such key was a lookup for every row written, of invoice runs a seventh of the cost.
do $$
declare
  spare record;
begin
  for spare in
    select straight.conrelid::regclass as place, straight.conname as name
    from pg_constraint straight
    where straight.contype = 'f' and straight.confrelid = 'resellers'::regclass and cardinality(straight.conkey) = 1
      and straight.connamespace = 'public'::regnamespace
      and exists (
        select from pg_constraint around
        where around.contype = 'f' and around.conrelid = straight.conrelid
          and around.confrelid not in (straight.conrelid, 'resellers'::regclass)
          and around.conkey @> straight.conkey
          and not exists (
            select from pg_attribute
            where attrelid = around.conrelid and attnum = any (around.conkey) and not attnotnull))
  loop
    execute format('alter table %s drop constraint %I', spare.place, spare.name);
  end loop;
end $$;
