-- Prices from a file of the operator's: its rows are read in pieces, compared with the prices they replace, and taken over
-- all at once on the operator's word.
create table price_imports (
  id uuid primary key default uuidv7(),
  file_name text not null,
  from_date date not null,
  -- What resellers pay of the recommended price, where the file does not say it.
  share numeric(6, 4) not null check (share between 0 and 1),
  state text not null default 'reading' check (state in ('reading', 'compared', 'committed', 'takenBack', 'discarded')),
  -- The first line of the file: what its columns are called.
  header text,
  pieces int not null default 0,
  lines int not null default 0,
  -- By what each row does, once all are compared.
  added int not null default 0,
  changed int not null default 0,
  unchanged int not null default 0,
  unknown int not null default 0,
  faults int not null default 0,
  -- The catalogue with which it was compared.
  compared_with uuid,
  made_by text not null,
  made_at timestamptz not null,
  committed_at timestamptz,
  taken_back_at timestamptz
);

create table price_import_rows (
  import_id uuid not null references price_imports (id),
  line int not null,
  sku text not null,
  term text not null,
  billing text not null,
  currency text not null,
  cost numeric(18, 6) check (cost >= 0),
  recommended numeric(18, 6) check (recommended >= 0),
  vendor_cost numeric(20, 8) check (vendor_cost >= 0),
  -- Why the file itself says that it is not for us.
  left_out text,
  offer_id text,
  kind text check (kind in ('added', 'changed', 'unchanged', 'unknown')),
  old_cost numeric(18, 6),
  old_recommended numeric(18, 6),
  old_vendor_cost numeric(20, 8),
  primary key (import_id, line)
);
create index price_import_rows_of_kind on price_import_rows (import_id, kind, line);

create table price_import_faults (
  import_id uuid not null references price_imports (id),
  line int not null,
  position int not null,
  -- Empty for what is wrong with the whole line.
  column_name text not null,
  reason text not null,
  -- Found by comparing, and looked for again whenever it is compared again.
  by_comparing boolean not null default false,
  primary key (import_id, line, position, by_comparing)
);
grant select, insert, update on price_imports to app_operator;
grant select, insert, update, delete on price_import_rows, price_import_faults to app_operator;

-- Several lists may begin on one day: those that are shipped, and one for each import.
alter table price_lists drop constraint price_lists_currency_from_date_key, add column import_id uuid references price_imports (id);
create index price_lists_by_day on price_lists (currency, from_date);
create index price_lists_of_import on price_lists (import_id) where import_id is not null;
alter table vendor_prices add column import_id uuid references price_imports (id);
create index vendor_prices_of_import on vendor_prices (import_id) where import_id is not null;

-- A list in which an import is taken back is the only one that is ever removed.
create or replace function published_stays() returns trigger language plpgsql as $$
declare list text;
begin
  if tg_table_name = 'price_lists' then
    if old.published and not (tg_op = 'DELETE' and is_taken_back(old.id)) then
      raise exception 'a published price list is never edited' using errcode = '55000';
    end if;
  elsif exists (select from price_lists l where l.published and l.id in (
    case when tg_op <> 'INSERT' then old.price_list_id end, case when tg_op <> 'DELETE' then new.price_list_id end)) then
    if tg_op <> 'DELETE' then raise exception 'a published price list is never edited' using errcode = '55000'; end if;
    list := old.price_list_id;
    if not is_taken_back(list) then raise exception 'a published price list is never edited' using errcode = '55000'; end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create function is_taken_back(list text) returns boolean language sql stable
return exists (select from price_lists l join price_imports i on i.id = l.import_id where l.id = list and i.state = 'takenBack');

-- Says of each row of an import what it does to the prices of its day, and counts them. What is wrong only beside other
-- rows or lists is a fault as well.
create function compare_prices(of_import uuid) returns void language plpgsql set search_path = public as $$
declare
  day date := (select from_date from price_imports where id = of_import);
  -- As it was before anything was compared: what is taken over meanwhile asks for comparing again.
  catalogue uuid := (select version from catalogue_version);
begin
  delete from price_import_faults where import_id = of_import and by_comparing;
  -- Row by row from indexes: nothing is known yet of how many rows were just read, and any join could go wrong.
  update price_import_rows r set (offer_id, old_cost, old_recommended, old_vendor_cost, kind) = (
    select o.id, p.cost, p.recommended, v.cost, case
      when o.id is null then 'unknown'
      when p.cost is null then 'added'
      when r.cost = p.cost and r.recommended is not distinct from p.recommended
        and (r.vendor_cost is null or r.vendor_cost is not distinct from v.cost) then 'unchanged'
      else 'changed' end
    from (select) one
    left join lateral (
      select id from offers where sku = r.sku and term = r.term and billing = r.billing and r.left_out is null) o on true
    left join lateral (
      select x.cost, x.recommended from prices x join price_lists l on l.id = x.price_list_id
      where x.offer_id = o.id and l.currency = r.currency and l.published and l.from_date <= day
      order by l.from_date desc, l.import_id nulls last limit 1) p on true
    left join lateral (
      select w.cost from vendor_prices w
      where w.offer_id = o.id and w.currency = r.currency and w.from_date <= day order by w.from_date desc limit 1) v on true)
  where r.import_id = of_import;
  insert into price_import_faults (import_id, line, position, column_name, reason, by_comparing)
  select of_import, line, 1, '', 'Is also on line ' || first, true
  from (
    select line, min(line) over (partition by offer_id, currency) as first from price_import_rows
    where import_id = of_import and kind <> 'unknown') twice
  where line > first;
  insert into price_import_faults (import_id, line, position, column_name, reason, by_comparing)
  select of_import, r.line, 2, '', 'Another price list has a price of it from the same day. Choose another day, or take that one back.', true
  from price_import_rows r
  where r.import_id = of_import and r.kind in ('added', 'changed') and (
    exists (
      select from prices x join price_lists l on l.id = x.price_list_id
      where x.offer_id = r.offer_id and l.currency = r.currency and l.from_date = day)
    or (r.vendor_cost is not null and exists (
      select from vendor_prices v where v.offer_id = r.offer_id and v.currency = r.currency and v.from_date = day)));
  update price_imports i set
    state = 'compared', compared_with = catalogue, added = n.added, changed = n.changed, unchanged = n.unchanged,
    unknown = n.unknown, faults = (select count(*) from price_import_faults f where f.import_id = of_import)
  from (
    select count(*) filter (where kind = 'added') as added, count(*) filter (where kind = 'changed') as changed,
      count(*) filter (where kind = 'unchanged') as unchanged, count(*) filter (where kind = 'unknown') as unknown
    from price_import_rows where import_id = of_import) n
  where i.id = of_import;
end $$;
grant execute on function compare_prices(uuid) to app_operator;

-- Makes an import's prices into lists, all or none; those that change nothing too, since what holds before them may still
-- change or be taken back. It was compared with the catalogue as it is now, which nobody else changes meanwhile.
create function commit_prices(of_import uuid, today date, at timestamptz) returns text language plpgsql security definer set search_path = public as $$
declare i price_imports;
begin
  select * into i from price_imports where id = of_import for update;
  if i.state is distinct from 'compared' then return 'over'; end if;
  if i.faults > 0 then return 'faults'; end if;
  if i.from_date < today then return 'passed'; end if;
  lock table price_lists in share row exclusive mode;
  if i.compared_with <> (select version from catalogue_version) then return 'changed'; end if;
  insert into price_lists (id, currency, from_date, import_id)
  select distinct r.currency || '-' || i.from_date || '-' || of_import, r.currency, i.from_date, of_import
  from price_import_rows r where r.import_id = of_import and r.kind <> 'unknown';
  insert into prices (price_list_id, offer_id, cost, recommended)
  select r.currency || '-' || i.from_date || '-' || of_import, r.offer_id, r.cost, r.recommended
  from price_import_rows r where r.import_id = of_import and r.kind <> 'unknown' and (r.kind <> 'unchanged' or not exists (
    select from prices x join price_lists l on l.id = x.price_list_id
    where x.offer_id = r.offer_id and l.currency = r.currency and l.published and l.from_date = i.from_date))
  order by r.offer_id;
  insert into vendor_prices (offer_id, currency, from_date, cost, import_id)
  select r.offer_id, r.currency, i.from_date, r.vendor_cost, of_import
  from price_import_rows r where r.import_id = of_import and r.kind <> 'unknown' and r.vendor_cost is not null
    and (r.kind <> 'unchanged' or not exists (
      select from vendor_prices v where v.offer_id = r.offer_id and v.currency = r.currency and v.from_date = i.from_date))
  order by r.offer_id;
  update price_lists set published = true where import_id = of_import;
  update price_imports set state = 'committed', committed_at = at where id = of_import;
  return 'done';
end $$;
revoke execute on function commit_prices(uuid, date, timestamptz) from public;
grant execute on function commit_prices(uuid, date, timestamptz) to app_operator;

-- Removes the lists of an import whose day has not come.
create function take_back_prices(of_import uuid, today date, at timestamptz) returns text language plpgsql security definer set search_path = public as $$
declare i price_imports;
begin
  select * into i from price_imports where id = of_import for update;
  if i.state is distinct from 'committed' then return 'over'; end if;
  if i.from_date <= today then return 'passed'; end if;
  update price_imports set state = 'takenBack', taken_back_at = at where id = of_import;
  delete from prices x using price_lists l where l.import_id = of_import and x.price_list_id = l.id;
  delete from price_lists where import_id = of_import;
  delete from vendor_prices where import_id = of_import;
  return 'done';
end $$;
revoke execute on function take_back_prices(uuid, date, timestamptz) from public;
grant execute on function take_back_prices(uuid, date, timestamptz) to app_operator;

-- How the operator's list of prices is sorted and searched.
create index offers_by_name on offers (name, id);
create index prices_of_list on prices (price_list_id);

insert into personal_data (position, title, source, of_person, given, others, fate, change, reason) values
(207, 'Price lists they imported', 'price_imports', 'without_names(t.made_by, $2) <> t.made_by and exists (select from operators where person_id = $1)', '{file_name,from_date,made_at}', '{}', 'changed', '{"made_by": "without_names(made_by, $2)"}', null);
