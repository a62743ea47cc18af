-- Vendors are rows, written with the catalogue from the one list of them: no statement and no check names one.
create table vendors (
  id text primary key,
  name text not null
);
grant select on vendors to app_tenant, app_operator, app_worker;

alter table products drop constraint products_fulfiller_check;
alter table products drop constraint products_family_check;
alter table provider_tenants drop constraint provider_tenants_fulfiller_check;

-- Nobody provides what has none.
alter table products alter column fulfiller drop not null;
update products set fulfiller = nullif(replace(fulfiller, 'manual', 'people'), 'none');
update provider_tenants set fulfiller = 'people' where fulfiller = 'manual';

insert into vendors (id, name)
select distinct fulfiller, fulfiller from products where fulfiller is not null
union select fulfiller, fulfiller from provider_tenants;
alter table products add foreign key (fulfiller) references vendors (id);
alter table provider_tenants add foreign key (fulfiller) references vendors (id);
