-- Two customers whose names read alike are one customer twice. Those of before stay until somebody renames one.
lock table customers in share row exclusive mode;
update customers c set named_alike = true
where exists (select from customers o where o.reseller_id = c.reseller_id and o.id < c.id and folded(o.name) = folded(c.name));
create unique index customers_name_reads_once on customers (reseller_id, folded(name)) where not named_alike;
create index customers_named_alike on customers (reseller_id) where named_alike;

create function no_longer_alike() returns trigger language plpgsql as $$
begin
  new.named_alike := false;
  return new;
end $$;
create trigger no_longer_alike before update of name on customers for each row
  when (old.named_alike and folded(new.name) <> folded(old.name)) execute function no_longer_alike();
create function alone_again() returns trigger language plpgsql as $$
begin
  update customers c set named_alike = false
  where c.reseller_id = old.reseller_id and c.named_alike and folded(c.name) = folded(old.name)
    and not exists (select from customers o where o.reseller_id = c.reseller_id and o.id <> c.id and folded(o.name) = folded(c.name));
  return null;
end $$;
create trigger alone_again after update of name on customers for each row
  when (folded(new.name) <> folded(old.name)) execute function alone_again();
