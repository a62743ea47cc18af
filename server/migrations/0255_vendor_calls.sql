-- How many calls a vendor still lets us make: through its connection as a whole (scope ''), and about single tenants. They
-- come back evenly, four fifths of what it grants in a minute, on top of at most one fifth at once: together never more
-- than the minute's. Below zero is what was made beyond.
create table vendor_calls (
  fulfiller text not null references vendors (id),
  scope text not null,
  left_over numeric not null,
  at timestamptz not null,
  primary key (fulfiller, scope)
);
-- For housekeeping: a row that nobody asked about for an hour says nothing.
create index vendor_calls_by_age on vendor_calls (at);
alter table vendor_calls enable row level security;
create policy worker on vendor_calls to app_worker using (true) with check (true);
grant select, insert, update, delete on vendor_calls to app_worker;

-- Takes calls in all scopes, each of which grants so many a minute, and returns 0; or takes none and returns in how many
-- milliseconds to ask again. `unused` are those that were taken before and not made, and `spared` is the share of what is
-- granted at once that is left to others.
create function take_vendor_calls(vendor text, scopes text[], a_minute int[], unused numeric[], calls int, spared numeric, at_time timestamptz)
returns numeric language plpgsql as $$
declare
  wait numeric;
begin
  insert into vendor_calls as c (fulfiller, scope, left_over, at)
  select vendor, a.scope, least(a.a_minute / 5.0, a.a_minute / 5.0 + a.unused), at_time
  from unnest(scopes, a_minute, unused) as a (scope, a_minute, unused) order by a.scope
  on conflict (fulfiller, scope) do update set
    left_over = (
      select least(a.a_minute / 5.0, c.left_over + a.unused + extract(epoch from greatest(at_time - c.at, interval '0')) * a.a_minute / 75.0)
      from unnest(scopes, a_minute, unused) as a (scope, a_minute, unused) where a.scope = excluded.scope),
    at = greatest(c.at, at_time);
  select max(extract(epoch from c.at - at_time)
    + (least(calls, a.a_minute / 5.0 * (1 - spared)) + a.a_minute / 5.0 * spared - c.left_over) / (a.a_minute / 75.0))
  into wait
  from vendor_calls c join unnest(scopes, a_minute) as a (scope, a_minute) on a.scope = c.scope
  where c.fulfiller = vendor and (c.at > at_time
    or c.left_over < least(calls, a.a_minute / 5.0 * (1 - spared)) + a.a_minute / 5.0 * spared - 1e-6);
  if wait > 0 then
    return wait * 1000;
  end if;
  update vendor_calls c set left_over = c.left_over - calls where c.fulfiller = vendor and c.scope = any (scopes);
  return 0;
end $$;
